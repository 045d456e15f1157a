import { queryOptions } from '@tanstack/react-query'
import { getJson, putJson } from './client.ts'

export interface EditedColumn {
  id: number
  column_name: string
  verbose_name: string | null
  description: string | null
  type: string | null
  expression: string | null
  is_dttm: boolean
  filterable: boolean
  groupby: boolean
}

export interface EditedMetric {
  /** absent: not saved yet */
  id?: number
  metric_name: string
  verbose_name: string | null
  description: string | null
  expression: string
  d3format: string | null
}

export interface EditedDataset {
  id: number
  table_name: string
  main_dttm_col: string | null
  columns: EditedColumn[]
  metrics: EditedMetric[]
}

/** A dataset with everything that can be changed about it. */
export function editedDatasetQuery(id: number) {
  return queryOptions({
    queryKey: ['datasets', 'edit', id],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await getJson<{ result: EditedDataset }>(`/api/v1/dataset/${id}`, { signal })).result,
  })
}

/** Saves labels, kinds and metrics; columns and metrics become exactly these. */
export async function saveDataset({ id, main_dttm_col, columns, metrics }: EditedDataset): Promise<void> {
  await putJson(`/api/v1/dataset/${id}`, {
    main_dttm_col,
    columns: columns.map(({ id: columnId, column_name, verbose_name, description, is_dttm, filterable, groupby }) => ({
      id: columnId,
      column_name,
      verbose_name,
      description,
      is_dttm,
      filterable,
      groupby,
    })),
    metrics: metrics.map(({ id: metricId, metric_name, verbose_name, description, expression, d3format }) => ({
      ...(metricId === undefined ? {} : { id: metricId }),
      metric_name,
      verbose_name,
      description,
      expression,
      d3format,
    })),
  })
}

/** Reads the columns of the table or query anew. */
export async function syncDataset(id: number): Promise<void> {
  await putJson(`/api/v1/dataset/${id}/refresh`, {})
}
