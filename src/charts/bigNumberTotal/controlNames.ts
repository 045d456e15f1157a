/** The controls that the contract lists for the type, in display order. */
export const controlNames = `metric adhoc_filters subheader header_font_size subheader_font_size y_axis_format currency_format time_format force_timestamp_formatting
  conditional_formatting`
