/** The controls that the contract lists for the type, in display order. */
export const controlNames = `entity all_columns_x row_limit order_by_entity min_leaf_node_event_count adhoc_filters
  all_columns`
