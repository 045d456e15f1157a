/** The object of a permission check: an entity by its kind and id. */
export interface Thing {
  kind: 'Chart' | 'Dashboard' | 'Dataset' | 'Database'
  id: number
}

/** The context of a data request. A dashboard that is shared with roles gives access to the data of its charts. */
export interface DataRequest {
  dashboardId?: number | null
  chartId?: number | null
  /** The request is for the options of this native filter of the dashboard. */
  nativeFilterId?: string | null
}
