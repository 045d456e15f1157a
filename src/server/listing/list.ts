import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../model/errors/errors.ts'
import {
  type ListQuery,
  type MetadataKey,
  parseItemQuery,
  parseListQuery,
  QueryViolation,
} from '../../model/wire/listQuery.ts'
import { parseQ, RisonError } from '../../model/wire/rison.ts'
import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import type { Collection } from './collection.ts'
import { labelsOf, projection, rootsOf } from './envelope.ts'
import { filterConditions } from './filters.ts'
import { type Asked, MOST_SORTED, SORTED_CHARACTERS, sortedByText } from './sortedByText.ts'

const defaultPageSize = 20
const uncappedMaximum = 1_000_000

/** Parses a `q` by its schema. @throws AppError 400 for invalid syntax and values */
export function readQ<Options>(q: unknown, parse: (value: unknown) => Options): Options {
  try {
    return parse(parseQ(typeof q === 'string' ? q : undefined))
  } catch (error) {
    if (error instanceof RisonError || error instanceof QueryViolation)
      throw new AppError('GENERIC_BACKEND_ERROR', 400, error.message, { cause: error })
    throw error
  }
}

/** The response of `GET /api/v1/{resource}/`. Four to six queries, for any page size. */
export async function listAnswer(
  services: Services,
  collection: Collection,
  subject: Subject,
  { q, language }: Asked,
): Promise<Record<string, unknown>> {
  const query = readQ(q, parseListQuery)
  const columns = knownColumns(query.columns, collection.listColumns, collection.laterColumns)
  const { count, ids } = await page(services, collection, subject, query, language)
  const rows = await collection.load(ids, {
    db: services.db,
    subject,
    now: services.now(),
    wanted: rootsOf(columns),
  })
  const cut = projection(columns)
  const metadata: Record<MetadataKey, unknown> = {
    description_columns: {},
    label_columns: labelsOf(columns),
    list_columns: columns,
    list_title: collection.listTitle ?? `List ${collection.title}`,
    order_columns: orderColumns(collection, query.columns, columns),
  }
  return {
    count,
    ids,
    ...pick(metadata, query.keys),
    result: ids.flatMap((id) => {
      const row = rows.get(id)
      return row ? [cut(row)] : []
    }),
  }
}

/** All columns that allow ordering. If known columns were requested, only the requested ones among them. */
function orderColumns(collection: Collection, asked: string[], shown: string[]): string[] {
  const names = Object.keys(collection.orderColumns)
  return asked.some((name) => shown.includes(name)) ? names.filter((name) => shown.includes(name)) : names
}

/**
 * The response of `GET /api/v1/{resource}/{id}` in the generic envelope. The caller has checked the permission.
 * `laterColumns`: sent only if they are requested.
 */
export function itemAnswer(
  title: string,
  showColumns: readonly string[],
  id: number,
  row: Record<string, unknown>,
  q: { columns: string[]; keys: string[] | undefined },
  laterColumns: readonly string[] = [],
): Record<string, unknown> {
  const columns = knownColumns(q.columns, showColumns, laterColumns)
  const metadata = {
    description_columns: {},
    label_columns: labelsOf([...new Set(columns)]),
    show_columns: columns,
    show_title: `Show ${title}`,
  }
  return { id, ...pick(metadata, q.keys), result: projection(columns)(row) }
}

export const readItemQuery = (q: unknown) => readQ(q, parseItemQuery)

/** The known columns among the requested ones; all if none is known. `later`: returned only on request. */
export function knownColumns(asked: string[], known: readonly string[], later: readonly string[] = []): string[] {
  const wanted = asked.filter((column) => known.includes(column) || later.includes(column))
  return wanted.length > 0 ? wanted : [...known]
}

function pick(metadata: Record<string, unknown>, keys: string[] | undefined): Record<string, unknown> {
  if (keys === undefined) return metadata
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => keys.includes(key)))
}

async function page(
  services: Services,
  collection: Collection,
  subject: Subject,
  query: ListQuery,
  language: string | undefined,
): Promise<{ count: number; ids: number[] }> {
  const order = orderOf(collection, query)
  // Every listed table has an id; their union type guarantees no more than that.
  let matching = services.db.selectFrom(collection.table as 'charts').where(collection.visible(services, subject))
  for (const condition of filterConditions(collection, query.filters, subject)) matching = matching.where(condition)
  const counted = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const limit = pageSize(query.pageSize, services.config.limits.pageSize, collection.uncapped === true)
  const idColumn = sql.ref(`${collection.table}.id`)
  let rows = matching.select(sql<number>`${idColumn}`.as('id'))
  if (order) rows = rows.orderBy(order.bySql)
  const isNewestFirst = order && (query.orderColumn === undefined || collection.equalsNewestFirst === true)
  rows = rows.orderBy(isNewestFirst ? sql`${idColumn} desc` : idColumn)
  const count = Number(counted.count)
  if (order?.isText && language !== undefined && count <= MOST_SORTED) {
    const text = sql<string | null>`substr(${order.column}, 1, ${sql.lit(SORTED_CHARACTERS)})`
    const all = await rows.select(text.as('text')).execute()
    const sorted = sortedByText(all, language, order.isDescending).map(({ id }) => id)
    return { count, ids: limit === undefined ? sorted : sorted.slice(query.page * limit, (query.page + 1) * limit) }
  }
  const found = await (limit === undefined ? rows : rows.limit(limit).offset(query.page * limit)).execute()
  return { count, ids: found.map((row) => row.id) }
}

/** Nulls are last in ascending and first in descending order, on both stores. */
function orderOf(
  collection: Pick<Collection, 'orderColumns' | 'textOrders' | 'defaultOrder'>,
  query: Pick<ListQuery, 'orderColumn' | 'orderDirection'>,
) {
  const name = query.orderColumn ?? collection.defaultOrder
  if (name === undefined || name === '') return undefined
  const column = Object.hasOwn(collection.orderColumns, name) ? collection.orderColumns[name] : undefined
  if (!column) throw new AppError('GENERIC_BACKEND_ERROR', 400, `Invalid order by column: ${name}`)
  const isDescending = query.orderColumn === undefined || query.orderDirection === 'desc'
  return {
    column: column as RawBuilder<string | null>,
    isText: collection.textOrders.includes(name),
    isDescending,
    bySql: isDescending ? sql`${column} desc nulls first` : sql`${column} asc nulls last`,
  }
}

/**
 * Rows per page: 20 by default, the maximum if more or a negative number is requested. In an uncapped list, a negative
 * number requests all rows (undefined).
 */
function pageSize(asked: number | undefined, maximum: number, isUncapped: boolean): number | undefined {
  if (asked === undefined || asked === 0) return Math.min(defaultPageSize, maximum)
  if (isUncapped) return asked < 0 ? undefined : Math.min(asked, uncappedMaximum)
  return asked < 0 || asked > maximum ? maximum : asked
}
