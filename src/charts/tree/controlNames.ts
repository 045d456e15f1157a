/** The controls that the contract lists for the type, in display order. */
export const controlNames = `id parent name root_node_id metric adhoc_filters row_limit layout orient node_label_position
  child_label_position emphasis symbol symbolSize roam`
