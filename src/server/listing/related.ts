import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '../../model/errors/errors.ts'
import { parseRelatedQuery, type RelatedQuery } from '../../model/wire/listQuery.ts'
import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import type { Collection } from './collection.ts'
import { like } from './filters.ts'
import { readQ } from './list.ts'
import { type Asked, MOST_SORTED, sortedByText } from './sortedByText.ts'

/** The options of a picker. */
export interface RelatedOption {
  value: number
  text: string
  extra: Record<string, unknown>
}

/** How the options of one relation are loaded. */
interface Source {
  from: 'users' | 'roles' | 'databases' | 'datasets' | 'charts' | 'dashboards'
  text: RawBuilder<string>
  matches: (filter: string) => Expression<SqlBool>
  order: RawBuilder<unknown>
  /** Fields in `extra`. */
  extra?: (row: { is_active: boolean; email: string }) => Record<string, unknown>
}

const fullName = sql<string>`users.first_name || ' ' || users.last_name`
const matchesUser = (filter: string) =>
  sql<SqlBool>`(${like(fullName, `%${filter}%`)} or ${like(sql.ref('users.username'), `%${filter}%`)})`

/** The relations of pickers, by column. Owners also show whether they are active, and their email address. */
const sources = {
  owners: {
    from: 'users',
    text: fullName,
    matches: matchesUser,
    order: sql`users.username`,
    extra: (row) => ({ active: row.is_active, email: row.email }),
  },
  created_by: { from: 'users', text: fullName, matches: matchesUser, order: sql`users.username` },
  user: { from: 'users', text: fullName, matches: matchesUser, order: sql`users.username` },
  changed_by: { from: 'users', text: fullName, matches: matchesUser, order: sql`users.username` },
  roles: {
    from: 'roles',
    text: sql<string>`roles.name`,
    matches: (filter) => like(sql.ref('roles.name'), `%${filter}%`),
    order: sql`roles.name`,
  },
  database: {
    from: 'databases',
    text: sql<string>`databases.database_name`,
    matches: (filter) => like(sql.ref('databases.database_name'), `${filter}%`),
    order: sql`databases.database_name`,
  },
  chart: {
    from: 'charts',
    text: sql<string>`charts.slice_name`,
    matches: (filter) => like(sql.ref('charts.slice_name'), `${filter}%`),
    order: sql`charts.slice_name`,
  },
  dashboard: {
    from: 'dashboards',
    text: sql<string>`coalesce(dashboards.dashboard_title, '')`,
    matches: (filter) => like(sql.ref('dashboards.dashboard_title'), `${filter}%`),
    order: sql`dashboards.dashboard_title`,
  },
  tables: {
    from: 'datasets',
    text: sql<string>`case when coalesce(datasets.schema, '') = '' then datasets.table_name
      else datasets.schema || '.' || datasets.table_name end`,
    matches: (filter) => like(sql.ref('datasets.table_name'), `%${filter}%`),
    order: sql`datasets.table_name`,
  },
} satisfies Record<string, Source>
export type RelatedColumn = keyof typeof sources

const defaultPageSize = 20

/** The response of `related/{column}`. `allowed`: the columns of the resource that have such a list. */
export async function relatedAnswer(
  { db, access, config }: Services,
  subject: Subject,
  column: string,
  allowed: readonly RelatedColumn[],
  { q, language }: Asked,
): Promise<{ count: number; result: RelatedOption[] }> {
  const known = allowed.find((name) => name === column)
  if (!known) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
  const query = readQ(q, parseRelatedQuery)
  if (query.includeIds.length > 0 && query.page > 0)
    throw new AppError('GENERIC_COMMAND_ERROR', 422, 'Could not process entity')
  const source: Source = sources[known]
  // an anonymous visitor of public dashboards must not see the list of users
  if (!subject.user && (source.from === 'users' || source.from === 'roles')) return { count: 0, result: [] }
  const limit = pageSize(query, config.limits.pageSize)
  // All six tables have an id; users have the columns that `extra` reads.
  let matching = db.selectFrom(source.from as 'users')
  const visible = source.from === 'users' || source.from === 'roles' ? undefined : access.visible[source.from](subject)
  if (visible) matching = matching.where(visible as never)
  if (query.filter !== '') matching = matching.where(source.matches(query.filter))
  const id = sql.ref<number>(`${source.from}.id`)
  const select = [id.as('value'), source.text.as('text')]
  const withExtra = source.extra ? (['users.is_active', 'users.email'] as const) : ([] as const)
  const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const first = query.page * limit
  const shown = matching
    .select([...select, ...withExtra])
    .orderBy(source.order)
    .orderBy(id)
  const rows =
    language !== undefined && Number(count) <= MOST_SORTED
      ? sortedByText(await shown.execute(), language).slice(first, first + limit)
      : await shown.limit(limit).offset(first).execute()
  const missing = query.includeIds.filter((wanted) => !rows.some((row) => row.value === wanted))
  const included =
    missing.length === 0
      ? []
      : await db
          .selectFrom(source.from as 'users')
          .select([...select, ...withExtra])
          .where(visible ? (visible as never) : (eb) => eb.lit(true))
          .where(sql<boolean>`${id} in (${sql.join(missing)})`)
          .execute()
  const result = [...rows, ...included].map((row) => ({
    extra: source.extra ? source.extra(row as unknown as { is_active: boolean; email: string }) : {},
    text: row.text,
    value: row.value,
  }))
  return { count: query.includeIds.length > 0 ? result.length : Number(count), result }
}

/** The response of `distinct/{column}`: texts of one column of the visible rows, ascending, without nulls. */
export async function distinctAnswer(
  services: Services,
  collection: Pick<Collection, 'table' | 'visible'>,
  subject: Subject,
  expression: RawBuilder<string | null> | undefined,
  { q, language }: Asked,
): Promise<{ count: number; result: { text: string; value: string }[] }> {
  if (!expression) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
  const query = readQ(q, parseRelatedQuery)
  const limit = pageSize(query, services.config.limits.pageSize)
  // Every listed table has an id; the union of their types guarantees no more than that.
  let matching = services.db
    .selectFrom(collection.table as 'datasets')
    .where(collection.visible(services, subject))
    .where(sql<boolean>`${expression} is not null`)
  if (query.filter !== '') matching = matching.where(like(expression, `${query.filter}%`))
  const { count } = await matching
    .select(sql<number>`count(distinct ${expression})`.as('count'))
    .executeTakeFirstOrThrow()
  const first = query.page * limit
  const shown = matching.select(expression.as('text')).distinct().orderBy('text')
  const rows =
    language !== undefined && Number(count) <= MOST_SORTED
      ? sortedByText(await shown.execute(), language).slice(first, first + limit)
      : await shown.limit(limit).offset(first).execute()
  return { count: Number(count), result: rows.flatMap(({ text }) => (text === null ? [] : [{ text, value: text }])) }
}

function pageSize({ pageSize: asked }: RelatedQuery, maximum: number): number {
  if (asked === undefined || asked === 0) return Math.min(defaultPageSize, maximum)
  return asked < 0 || asked > maximum ? maximum : asked
}
