import { isRecord } from '../wire/json.ts'

/** The datasets of a dashboard's native filters, from its `json_metadata`. Invalid parts are ignored. */

type Json = Record<string, unknown>

export interface FilterTarget {
  filterId: string | undefined
  datasetId: number
  column: string | undefined
}

const filtersOf = (metadata: Json): unknown[] => {
  const filters = metadata['native_filter_configuration']
  return Array.isArray(filters) ? filters : []
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Every target with a dataset id. */
export function filterTargets(metadata: Json): FilterTarget[] {
  return filtersOf(metadata).flatMap((filter) => {
    if (!isRecord(filter) || !Array.isArray(filter['targets'])) return []
    return filter['targets'].flatMap((target: unknown) => {
      const datasetId = isRecord(target) ? target['datasetId'] : undefined
      if (!isRecord(target) || typeof datasetId !== 'number' || !Number.isSafeInteger(datasetId)) return []
      const column = isRecord(target['column']) ? text(target['column']['name']) : undefined
      return [{ filterId: text(filter['id']), datasetId, column }]
    })
  })
}

/** Maps each target of a filter. */
export function withTargets(filter: unknown, change: (target: Json) => Json): unknown {
  if (!isRecord(filter) || !Array.isArray(filter['targets'])) return filter
  const targets = filter['targets'].map((target: unknown) => (isRecord(target) ? change(target) : target))
  return { ...filter, targets }
}

/** Maps every filter target of the metadata. */
export function changeTargets(metadata: Json, change: (target: Json) => Json): Json {
  if (!Array.isArray(metadata['native_filter_configuration'])) return metadata
  return {
    ...metadata,
    native_filter_configuration: filtersOf(metadata).map((filter) => withTargets(filter, change)),
  }
}

/** Metadata whose filters use only these datasets; other targets lose their `datasetId`. */
export const keepTargets = (metadata: Json, allowed: ReadonlySet<number>): Json =>
  changeTargets(metadata, (target) => {
    const { datasetId, ...rest } = target
    return typeof datasetId !== 'number' || allowed.has(datasetId) ? target : rest
  })
