/** The controls that the contract lists for the type, in display order. */
export const controlNames = `column groupby adhoc_filters row_limit bins normalize cumulative color_scheme show_value
  show_legend x_axis_title x_axis_format y_axis_title y_axis_format`
