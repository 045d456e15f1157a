import { z } from 'zod'
import { id } from '../wire/fields.ts'
import { isRecord, parseJson } from '../wire/json.ts'

/** The effects of an import, without executing it. */

/** Databases of a bundle that the import replaces with others: path of the database's file -> target. */
export const DatabaseMapping = z.record(
  z.string().max(1000),
  z.strictObject({
    database_id: id,
    /** Schema in the bundle -> schema in the target; the empty text is "no schema". */
    schemas: z.record(z.string(), z.string().max(250)).optional(),
  }),
)
export type DatabaseMapping = z.infer<typeof DatabaseMapping>

/** A field that an import changes, with short texts of both values; null: absent. */
const Difference = z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type Difference = z.infer<typeof Difference>

/** `same`: would be replaced by an equal object. `keep`: exists, and is used as it is. */
const planActions = ['create', 'change', 'same', 'keep', 'conflict'] as const
export type PlanAction = (typeof planActions)[number]

const PlanStep = z.strictObject({
  path: z.string(),
  kind: z.enum(['database', 'dataset', 'chart', 'dashboard', 'saved_query']),
  name: z.string(),
  action: z.enum(planActions),
  differences: z.array(Difference),
  /** How many more differences there are. */
  omitted: z.int(),
  /** Why the import would be rejected. */
  conflicts: z.array(z.string()),
})
export type PlanStep = z.infer<typeof PlanStep>

export const ImportPlan = z.strictObject({
  steps: z.array(PlanStep),
  /** Databases of the bundle, with the schemas of their datasets: they can be mapped to others. */
  databases: z.array(z.strictObject({ path: z.string(), name: z.string(), schemas: z.array(z.string()) })),
  /** Secrets that the import needs: file -> texts of the contract. */
  secrets: z.record(z.string(), z.array(z.string())),
})
export type ImportPlan = z.infer<typeof ImportPlan>

export const ImportPlanAnswer = z.strictObject({ result: ImportPlan })

const maxDifferences = 40
const maxTextLength = 120

/** The fields in which two files of an object differ, sorted by name. Named list items are compared by name. */
export function differencesOf(before: unknown, after: unknown): { differences: Difference[]; omitted: number } {
  const [old, next] = [new Map(leaves(before, '')), new Map(leaves(after, ''))]
  const fields = [...new Set([...old.keys(), ...next.keys()])].filter((field) => old.get(field) !== next.get(field))
  const shown = fields.sort().slice(0, maxDifferences)
  return {
    differences: shown.map((field) => ({ field, before: short(old.get(field)), after: short(next.get(field)) })),
    omitted: fields.length - shown.length,
  }
}

const short = (text: string | undefined) =>
  text === undefined ? null : text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text

/** Every value that is neither an object nor a list of named items, by its path: `params.metric.label`. */
function leaves(value: unknown, place: string): [place: string, text: string][] {
  const inner = (key: string) => (place === '' ? key : `${place}.${key}`)
  if (isRecord(value)) return Object.entries(value).flatMap(([key, item]) => leaves(item, inner(key)))
  if (Array.isArray(value)) {
    const names = value.map(nameOf)
    if (value.length > 0 && names.every((name) => name !== undefined) && new Set(names).size === value.length)
      return value.flatMap((item, index) => leaves(item, inner(names[index] ?? '')))
  }
  if (typeof value === 'string' && value.startsWith('{')) {
    const parsed = objectIn(value)
    if (parsed) return leaves(parsed, place)
  }
  if (value === null || value === undefined) return []
  return [[place, typeof value === 'string' ? value : JSON.stringify(value)]]
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const nameOf = (item: unknown): string | undefined => {
  if (!isRecord(item)) return undefined
  const name = item['column_name'] ?? item['metric_name'] ?? item['id']
  return typeof name === 'string' ? name : undefined
}
