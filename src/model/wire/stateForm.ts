import { z } from 'zod'
import { datasourceTypes } from '../chart/chart.ts'
import { id, jsonText, maxId } from './fields.ts'

/** Maximum number of characters of unsaved state. */
const maxStateLength = 65_536
const tooLong = `Length must be between 0 and ${maxStateLength}.`
const stateText = jsonText.max(maxStateLength, tooLong)
const isShort = (state: object) => JSON.stringify(state).length <= maxStateLength

/** Body of filter states. */
export const FilterState = z.strictObject({ value: stateText })

/** Body of `explore/form_data`. */
export const FormDataState = z.strictObject({
  datasource_id: id,
  datasource_type: z.enum(datasourceTypes),
  chart_id: id.nullish(),
  form_data: stateText,
})
export type FormDataState = z.infer<typeof FormDataState>

/** The same body before `form_data` is parsed: the contract has a separate error format for text that is not JSON. */
export const SentFormData = FormDataState.extend({ form_data: z.string().max(maxStateLength, tooLong) })

/** Parameters of a URL: names and values. */
export const urlParameters = z.array(z.tuple([z.string(), z.string().nullable()])).nullish()

/** Body of `dashboard/{id}/permalink`. */
export const DashboardPermalink = z
  .strictObject({
    dataMask: z.record(z.string(), z.unknown()).nullish(),
    activeTabs: z.array(z.string()).nullish(),
    urlParams: urlParameters,
    anchor: z.string().nullish(),
    filterState: z.record(z.string(), z.unknown()).nullish(),
    hash: z.string().nullish(),
  })
  .refine(isShort, tooLong)

/** Body of `explore/permalink`. */
export const ExplorePermalink = z
  .strictObject({ formData: z.record(z.string(), z.unknown()), urlParams: urlParameters })
  .refine(isShort, tooLong)

/** The dataset id of form data, from `7__table`. */
export function datasetIdOf(formData: Record<string, unknown>): number | undefined {
  const match = /^(\d+)__(table|dataset)$/.exec(String(formData['datasource'] ?? ''))
  return match && Number(match[1]) <= maxId ? Number(match[1]) : undefined
}

/** The id of a query of SQL Lab in form data, from `7__query`. */
export function queryIdOf(formData: Record<string, unknown>): number | undefined {
  const match = /^(\d+)__query$/.exec(String(formData['datasource'] ?? ''))
  return match && Number(match[1]) <= maxId ? Number(match[1]) : undefined
}
