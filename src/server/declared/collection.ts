import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isoTime } from '../../model/wire/wireTime.ts'
import type { Collection, LoadContext, Predicate, SearchColumn } from '../listing/collection.ts'
import type { Db, Row, TableName } from '../storage/schema.ts'
import type { Declaration, Field, ToManyField, ToOneField, ValueContext } from './declaration.ts'

type Values = Record<string, unknown> & { id: number }
type Declared<Table extends TableName> = Pick<
  Declaration<Table, object>,
  'table' | 'title' | 'fields' | 'list' | 'laterColumns' | 'order' | 'search' | 'defaultOrder' | 'policy'
>

export const everything: Predicate = sql<SqlBool>`1 = 1`

/** How a declared resource is listed. */
export function collectionOf<Table extends TableName>(declared: Declared<Table>): Collection {
  const { table, title, fields, list, laterColumns = [], order, search, defaultOrder, policy } = declared
  for (const name of [...list, ...laterColumns]) fieldOf(declared, name)
  return {
    table,
    title,
    listColumns: list,
    laterColumns,
    orderColumns: Object.fromEntries(order.map((name) => [name, orderOf(declared, name)])),
    textOrders: order.filter((name) => holdsText(declared, name)),
    searchColumns: Object.fromEntries(search.map((name) => [name, searchOf(declared, name)])),
    defaultOrder,
    visible: (_services, subject) => policy?.visible?.(subject) ?? everything,
    load: (ids, context) => loadRows(table, fields, ids, context),
  }
}

/**
 * The field of a name in `list`, `order` or `search`. Throws for an invalid declaration, so that the server does not
 * start.
 */
export function fieldOf<Table extends TableName>({ title, fields }: Declared<Table>, name: string): Field<Row<Table>> {
  const [root = ''] = name.split('.')
  const field = Object.hasOwn(fields, root) ? fields[root] : undefined
  if (!field) throw new Error(`${title} has no field ${root}, which ${name} needs`)
  return field
}

/** The column of a field, if it has one. */
export function columnOf(table: TableName, name: string, field: { type: string; column?: string }): RawBuilder<string> {
  return sql.ref<string>(`${table}.${field.column ?? name}`)
}

function orderOf<Table extends TableName>(declared: Declared<Table>, name: string): RawBuilder<unknown> {
  const field = fieldOf(declared, name)
  const part = name.split('.')[1]
  switch (field.type) {
    case 'toOne': {
      const [inner, id] = [sql.ref(`${field.to}.${part ?? 'id'}`), sql.ref(`${field.to}.id`)]
      return sql`(select ${inner} from ${sql.table(field.to)} where ${id} = ${columnOf(declared.table, name, field)})`
    }
    case 'computed':
      if (field.order) return field.order
      break
    case 'toMany':
      break
    default: {
      const column = columnOf(declared.table, name, field)
      return field.caseless ? sql`lower(${column})` : column
    }
  }
  throw new Error(`${declared.title} cannot be ordered by ${name}`)
}

/** Whether the values of a field are text. Every column of a related object, except its id, is a name. */
function holdsText<Table extends TableName>(declared: Declared<Table>, name: string): boolean {
  const field = fieldOf(declared, name)
  const [, part = 'id'] = name.split('.')
  if (field.type === 'text') return field.isCode !== true
  return field.type === 'toOne' && part !== 'id'
}

function searchOf<Table extends TableName>(declared: Declared<Table>, name: string): SearchColumn {
  const field = fieldOf(declared, name)
  if (field.type === 'computed') {
    if (!field.custom) throw new Error(`${declared.title} cannot be searched by ${name}`)
    return { type: 'toMany', custom: field.custom, isLater: true }
  }
  const { type, custom } = field
  if (type !== 'toMany') return { type, column: columnOf(declared.table, name, field), custom }
  const { table, key, other } = field.through
  const own = sql.ref(`${declared.table}.id`)
  return {
    type,
    custom,
    holds: (id) =>
      sql<SqlBool>`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${key}`)} = ${own}
        and ${sql.ref(`${table}.${other}`)} = ${id})`,
  }
}

async function loadRows<R>(
  table: TableName,
  fields: Record<string, Field<R>>,
  ids: number[],
  context: LoadContext,
): Promise<Map<number, Record<string, unknown>>> {
  if (ids.length === 0) return new Map()
  const { db } = context
  // Every listed table has an id; the union of their types guarantees no more than that.
  const stored = (await db
    .selectFrom(table as 'annotation_layers')
    .selectAll()
    .where('id', 'in', ids)
    .execute()) as unknown as (R & Values)[]
  const wanted = Object.entries(fields).filter(([name]) => context.wanted.has(name))
  const people = await loadToOne(stored, context, wanted)
  const getters = await Promise.all(
    wanted.map(async ([name, field]): Promise<[string, (row: R & Values) => unknown]> => {
      switch (field.type) {
        case 'toOne':
          return [name, (row) => people.get(field)?.get(row[field.column] as number) ?? null]
        case 'toMany': {
          const related = await loadToMany(db, field, ids, context)
          return [name, (row) => related.get(row.id) ?? []]
        }
        case 'computed': {
          const loaded = await field.load?.(stored, context)
          return [name, (row) => (loaded ? loaded(row) : field.value?.(row, context))]
        }
        default:
          return [name, (row) => columnValue(name, field, row, context)]
      }
    }),
  )
  return new Map(
    stored.map((row) => [row.id, { ...row, ...Object.fromEntries(getters.map(([name, get]) => [name, get(row)])) }]),
  )
}

function columnValue<R>(
  name: string,
  field: Extract<Field<R>, { type: 'text' | 'integer' | 'boolean' | 'time' }>,
  row: R & Values,
  context: ValueContext,
): unknown {
  if (field.value) return field.value(row, context)
  const value = row[field.column ?? name]
  return field.type === 'time' && typeof value === 'number' ? isoTime(value) : value
}

/** The rows that to-one fields refer to, in one query per table. */
async function loadToOne<R>(rows: readonly Values[], { db, subject }: LoadContext, wanted: [string, Field<R>][]) {
  const found = new Map<Field<R>, Map<number, Values>>()
  const fields = wanted.flatMap(([, field]) => (field.type === 'toOne' ? [field] : []))
  for (const alike of Map.groupBy(fields, (field) => `${field.to} ${field.visible ? field.column : ''}`).values()) {
    const { to, visible } = alike[0] as ToOneField
    const columns = alike.flatMap((field) => field.columns)
    const ids = new Set(alike.flatMap(({ column }) => rows.map((row) => row[column] as number | null)))
    const others = await loadOthers(
      db,
      { to, columns },
      [...ids].filter((id) => id !== null),
      visible?.(subject),
    )
    const byId = new Map(others.map((row) => [row.id, row]))
    for (const field of alike) found.set(field, byId)
  }
  return found
}

/** Rows of another table, with only the columns that may be shown. */
async function loadOthers(
  db: Db,
  { to, columns }: Pick<ToOneField, 'to' | 'columns'>,
  ids: number[],
  visible = everything,
): Promise<Values[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(to as 'roles')
    .select([...new Set(['id', ...columns])] as 'id'[])
    .where('id', 'in', ids)
    .where(visible)
    .orderBy('id')
    .execute()
  return rows as Values[]
}

async function loadToMany(db: Db, field: ToManyField, ids: number[], { subject }: LoadContext) {
  const { table, key, other } = field.through
  // These tables have the same columns, but the query builder accepts no union of table types.
  const pairs = await db
    .selectFrom(table as 'chart_owners')
    .select([sql.ref<number>(key).as('id'), sql.ref<number>(other).as('other')])
    .where(sql.ref(key), 'in', ids)
    .execute()
  const others = await loadOthers(db, field, [...new Set(pairs.map((pair) => pair.other))], field.visible?.(subject))
  const holders = Map.groupBy(pairs, (pair) => pair.other)
  const related = new Map<number, Values[]>(ids.map((id) => [id, []]))
  for (const row of others) for (const { id } of holders.get(row.id) ?? []) related.get(id)?.push(row)
  return related
}
