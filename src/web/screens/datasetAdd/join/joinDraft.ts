import { GenericType } from '../../../../model/dataset/dataset.ts'
import { AGGREGATES, isIdName, type JoinPlan, type JoinStep } from '../../../../model/dataset/joinPlan.ts'
import type { KeyPair, KeySuggestion } from '../../../../model/dataset/joinSuggestion.ts'
import { genericTypeOf } from '../../../../model/query/columnType.ts'

export type Aggregate = NonNullable<JoinStep['aggregates']>[number]
export const aggregateFunctions = AGGREGATES

/** A joined table while it is being edited. */
export interface JoinDraft {
  /** identifies the join when others are removed */
  key: number
  schema: string
  table?: string
  /** the table that this table is joined to: 0 is the first table, n the nth joined table */
  to: number
  keys: Partial<KeyPair>[]
  /** the source of the suggested keys; undefined once the user has selected keys */
  because?: KeySuggestion['because'] | 'nothing'
  /** if set, the table is reduced to one row for each value of its keys, with these columns */
  aggregates?: Aggregate[]
}

/** A join whose table is not selected yet. */
export const newJoin = (schema: string, joins: readonly JoinDraft[]): JoinDraft => ({
  key: Math.max(0, ...joins.map(({ key }) => key)) + 1,
  schema,
  to: 0,
  keys: [{}],
})

interface FirstTable {
  databaseId: number
  schema: string
  table: string
}

/** The plan of all joins; undefined while one of them is incomplete. */
export function planOf({ databaseId, schema, table }: FirstTable, joins: readonly JoinDraft[]): JoinPlan | undefined {
  const steps = joins.flatMap((join): JoinStep[] => {
    const keys = join.keys.flatMap(({ left, right }) => (left && right ? [{ left, right }] : []))
    if (join.table === undefined || keys.length === 0 || keys.length < join.keys.length) return []
    const { schema: own, table: name, to, aggregates } = join
    return [{ schema: own, table: name, to, keys, ...(aggregates ? { aggregates } : {}) }]
  })
  if (steps.length === 0 || steps.length < joins.length) return undefined
  return { database: databaseId, schema, table, joins: steps }
}

/** Sums of the numeric columns of a table, except its keys. */
export function startAggregates(
  columns: readonly { name: string; type: string; keys?: readonly { type: string }[] }[],
  keys: readonly Partial<KeyPair>[],
): Aggregate[] {
  const used = new Set(keys.map(({ right }) => right))
  const isKey = (of: readonly { type: string }[] = []) => of.some(({ type }) => type === 'pk' || type === 'fk')
  return columns
    .filter(({ name, keys: of }) => !used.has(name) && !isIdName(name) && !isKey(of))
    .filter(({ type }) => genericTypeOf(type) === GenericType.numeric)
    .map(({ name }) => ({ column: name, function: 'SUM' }))
}

/** Changes a join; one that was removed in the meantime is not added again. */
export const withJoin = (
  joins: readonly JoinDraft[],
  key: number,
  next: JoinDraft | ((now: JoinDraft) => JoinDraft),
): JoinDraft[] => joins.map((join) => (join.key !== key ? join : typeof next === 'function' ? next(join) : next))

/** Removes a join. Joins that refer to it, or to a later table, are adapted. */
export function withoutJoin(joins: readonly JoinDraft[], at: number): JoinDraft[] {
  const left = joins.flatMap((join, index) => {
    if (index === at) return []
    if (join.to === at + 1) return [{ ...join, to: 0, keys: [{}], because: undefined }]
    return [join.to > at + 1 ? { ...join, to: join.to - 1 } : join]
  })
  return left
}

/** The name of a dataset of several tables: `orders with customers, items`. */
export const joinedName = (table: string, joins: readonly JoinDraft[]) =>
  `${table} with ${joins.flatMap((join) => join.table ?? []).join(', ')}`
