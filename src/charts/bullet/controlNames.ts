/** The controls that the contract lists for the type, in display order. */
export const controlNames = `metric adhoc_filters ranges range_labels markers marker_labels marker_lines
  marker_line_labels`
