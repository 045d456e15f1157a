import { type Expression, type SqlBool, sql } from 'kysely'
import { AppError } from '../../model/errors/errors.ts'

export type Condition = Expression<SqlBool>

export const everything = sql<SqlBool>`1 = 1`
export const nothing = sql<SqlBool>`1 = 0`

/** `column in (ids)`, also for an empty list of ids. */
export const among = (column: string, ids: Iterable<number>): Condition => {
  const list = [...ids]
  return list.length === 0 ? nothing : sql<SqlBool>`${sql.ref(column)} in (${sql.join(list)})`
}

export const anyOf = (conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Whether a query finds a row. Such queries select `one`. */
export const holds = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length > 0
export const one = sql`1`.as('one')

export const notFound = () => new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
