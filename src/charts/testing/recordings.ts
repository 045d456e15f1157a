import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { QueryContext, QueryObject } from '../../model/query/queryObject.ts'

/** A chart of the original product: its form data, the request of its front end, and the response. */
export interface Recording {
  name: string
  viz_type: string
  /** `yaml`: the chart's file in its bundle */
  chart: { yaml: string }
  /** where the chart was opened, e.g. "dashboard: Sales Dashboard" */
  opened: string
  form_data: Record<string, unknown>
  request: { body: QueryContext }
  answer: { result: RecordedResult[] }
}

export interface RecordedResult {
  colnames: string[]
  coltypes: (0 | 1 | 2 | 3)[]
  data: Record<string, unknown>[]
  rowcount: number
  label_map: Record<string, string[]>
  from_dttm: number | null
  to_dttm: number | null
}

const folder = join(import.meta.dirname, '../../../../shared/reference/recordings/charts')

/** Tests on recordings are skipped if the folder is missing; in CI that is a failure. */
export const hasRecordings = existsSync(folder) || process.env.CI === 'true'

/** Removes the keys that the newer recorded version adds to its requests; they do not change results. */
function withoutNewerKeys({ group_others_when_limit_reached: others, columns, ...query }: QueryObject): QueryObject {
  if (others) throw new Error('the recording groups others')
  const plain = columns?.map((column) => {
    if (typeof column === 'string') return column
    const { isColumnReference: _known, ...rest } = column
    return rest
  })
  return { ...query, ...(plain && { columns: plain as QueryObject['columns'] }) }
}

export function readRecordings(): Recording[] {
  if (!hasRecordings) return []
  const bundles = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return bundles.flatMap((bundle) =>
    readdirSync(join(folder, bundle.name))
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const recording = JSON.parse(readFileSync(join(folder, bundle.name, file), 'utf8')) as Recording
        const body = { ...recording.request.body, queries: recording.request.body.queries?.map(withoutNewerKeys) }
        return { ...recording, request: { body }, name: `${bundle.name}/${file.replace('.json', '')}` }
      }),
  )
}
