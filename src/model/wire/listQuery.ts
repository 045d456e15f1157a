import { maxId } from './fields.ts'

/**
 * The `q` parameter of the list, item, info, related and distinct calls, after rison or JSON was parsed. Unknown keys
 * are ignored; a known key with a wrong type is an error, in the words of the contract.
 */

export interface ListFilter {
  col: string
  opr: string
  value: string | number | boolean | unknown[]
}

export const metadataKeys = [
  'list_columns',
  'order_columns',
  'label_columns',
  'description_columns',
  'list_title',
] as const
export type MetadataKey = (typeof metadataKeys)[number]

export interface ListQuery {
  /** Empty means all. */
  columns: string[]
  /** Which metadata the response has; undefined is all, an empty list none. */
  keys: string[] | undefined
  filters: ListFilter[]
  orderColumn: string | undefined
  orderDirection: 'asc' | 'desc'
  /** from 0 */
  page: number
  /** as requested; the resource applies its own default and maximum */
  pageSize: number | undefined
}

/** A `q` that violates its schema. `message` is sent in the response. */
export class QueryViolation extends Error {
  constructor(what: string) {
    super(`Not a valid rison schema ${what}`)
    this.name = 'QueryViolation'
  }
}

type Options = Record<string, unknown>

/**
 * Maximum page number, far beyond the end of every list. Its product with any page size is a valid integer in both
 * metadata databases.
 */
const maxPage = 1_000_000_000

/** Reads the `q` of a list. Absent (`undefined`) means no options. */
export function parseListQuery(q: unknown): ListQuery {
  const options = objectOf(q)
  const page = integer(options, 'page') ?? 0
  if (page < 0) throw new QueryViolation(`${page} is less than the minimum of 0`)
  return {
    columns: textList(options, 'columns') ?? [],
    keys: keysOf(options, [...metadataKeys, 'none']),
    filters: filtersOf(options['filters']),
    orderColumn: textOf(options, 'order_column'),
    orderDirection: directionOf(options['order_direction']),
    page: Math.min(page, maxPage),
    pageSize: integer(options, 'page_size'),
  }
}

/** Reads the `q` of one item. */
export function parseItemQuery(q: unknown): { columns: string[]; keys: string[] | undefined } {
  const options = objectOf(q)
  return {
    columns: textList(options, 'columns') ?? [],
    keys: keysOf(options, ['show_columns', 'description_columns', 'label_columns', 'show_title', 'none']),
  }
}

export const infoKeys = ['add_columns', 'edit_columns', 'filters', 'permissions', 'add_title', 'edit_title'] as const
export type InfoKey = (typeof infoKeys)[number]

/** Reads the `q` of `_info`. Returns the requested keys, or all keys if the request has no list of them. */
export function parseInfoQuery(q: unknown): InfoKey[] {
  const keys = keysOf(objectOf(q), [...infoKeys, 'none'])
  return infoKeys.filter((key) => keys === undefined || keys.includes(key))
}

export interface RelatedQuery {
  filter: string
  page: number
  pageSize: number | undefined
  includeIds: number[]
}

/** Reads the `q` of `related` and `distinct`. */
export function parseRelatedQuery(q: unknown): RelatedQuery {
  const options = objectOf(q)
  const page = integer(options, 'page') ?? 0
  if (page < 0) throw new QueryViolation(`${page} is less than the minimum of 0`)
  const filter = options['filter']
  if (filter !== undefined && typeof filter === 'object') throw wrongType(filter, 'string')
  return {
    filter: filter === undefined ? '' : String(filter),
    page: Math.min(page, maxPage),
    pageSize: integer(options, 'page_size'),
    includeIds: options['include_ids'] === undefined ? [] : parseIds(options['include_ids']),
  }
}

/** Reads a `q` that is a list of ids. */
export function parseIds(q: unknown): number[] {
  if (!Array.isArray(q)) throw wrongType(q ?? {}, 'array')
  return q.map((id: unknown) => {
    if (typeof id !== 'number' || !Number.isInteger(id) || Math.abs(id) > maxId) throw wrongType(id, 'integer')
    return id
  })
}

/** The options object of a `q`; absent means none. */
export function objectOf(q: unknown): Options {
  if (q === undefined || q === null) return {}
  if (typeof q !== 'object' || Array.isArray(q)) throw wrongType(q, 'object')
  return q as Options
}

function wrongType(value: unknown, type: string): QueryViolation {
  return new QueryViolation(`${show(value)} is not of type '${type}'`)
}

/** Prints values in error messages as the contract does. */
function show(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** A boolean option. @throws QueryViolation for another type */
export function flagOf(options: Options, key: string): boolean | undefined {
  const value = options[key]
  if (value === undefined || typeof value === 'boolean') return value
  throw wrongType(value, 'boolean')
}

/** A string option. @throws QueryViolation for another type */
export function textOf(options: Options, key: string): string | undefined {
  const value = options[key]
  if (value === undefined || typeof value === 'string') return value
  throw wrongType(value, 'string')
}

/** An integer option. @throws QueryViolation for another type */
export function integer(options: Options, key: string): number | undefined {
  const value = options[key]
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value))) return value
  throw wrongType(value, 'integer')
}

/** An option that is a list of strings. @throws QueryViolation for another type */
export function textList(options: Options, key: string): string[] | undefined {
  const value = options[key]
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw wrongType(value, 'array')
  return value.map((item: unknown) => {
    if (typeof item !== 'string') throw wrongType(item, 'string')
    return item
  })
}

function keysOf(options: Options, allowed: readonly string[]): string[] | undefined {
  const keys = textList(options, 'keys')
  if (keys === undefined || keys.length === 0) return undefined
  for (const key of keys) {
    if (!allowed.includes(key)) throw new QueryViolation(`${show(key)} is not one of ${list(allowed)}`)
  }
  return keys
}

const list = (items: readonly string[]) => `[${items.map((item) => `'${item}'`).join(', ')}]`

function directionOf(value: unknown): 'asc' | 'desc' {
  if (value === undefined || value === 'desc') return 'desc'
  if (value === 'asc') return 'asc'
  throw new QueryViolation(`${show(value)} is not one of ['asc', 'desc']`)
}

function filtersOf(value: unknown): ListFilter[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw wrongType(value, 'array')
  return value.map((filter: unknown) => {
    const { col, opr, value: wanted } = objectOf(filter ?? '')
    for (const [key, part] of Object.entries({ col, opr, value: wanted })) {
      if (part === undefined) throw new QueryViolation(`'${key}' is a required property`)
    }
    if (typeof col !== 'string') throw wrongType(col, 'string')
    if (typeof opr !== 'string') throw wrongType(opr, 'string')
    if (!isFilterValue(wanted)) throw new QueryViolation(`${show(wanted)} is not valid under any of the given schemas`)
    return { col, opr, value: wanted }
  })
}

const isFilterValue = (value: unknown): value is ListFilter['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || Array.isArray(value)
