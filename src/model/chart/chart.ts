import { z } from 'zod'
import { flag, id, ids, jsonText, seconds, text } from '../wire/fields.ts'

const maybeText = z.string().nullish()

/** Kinds of data sources in the contract. */
export const datasourceTypes = ['sl_table', 'table', 'dataset', 'query', 'saved_query', 'view'] as const

/** Whether the type, under one of its two names, is a dataset: no other data source exists here. */
export const isDatasetType = (type: string | null | undefined): boolean => type === 'table' || type === 'dataset'

const common = {
  query_context_generation: flag.nullish(),
  description: maybeText,
  certified_by: maybeText,
  certification_details: maybeText,
  external_url: maybeText,
  cache_timeout: seconds.nullish(),
  owners: ids.optional(),
  dashboards: ids.optional(),
  is_managed_externally: flag.nullish(),
}

/** Body of `POST /api/v1/chart/`. */
export const ChartCreate = z.strictObject({
  slice_name: text(1, 250),
  datasource_id: id,
  datasource_type: z.enum(datasourceTypes),
  datasource_name: maybeText,
  viz_type: text(0, 250).optional(),
  params: jsonText.nullish(),
  query_context: jsonText.nullish(),
  ...common,
})
export type ChartCreate = z.infer<typeof ChartCreate>

/** Body of `PUT /api/v1/chart/{id}`. A missing field changes nothing. */
export const ChartUpdate = z.strictObject({
  slice_name: text(0, 250).nullish(),
  datasource_id: id.nullish(),
  datasource_type: z.enum(datasourceTypes).nullish(),
  viz_type: text(0, 250).nullish(),
  params: maybeText,
  query_context: maybeText,
  tags: ids.optional(),
  ...common,
})
export type ChartUpdate = z.infer<typeof ChartUpdate>
