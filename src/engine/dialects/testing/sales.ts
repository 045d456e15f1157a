import { type Dataset, type DatasetColumn, GenericType } from '../../../model/dataset/dataset.ts'

/** A small table whose rows are the same on every engine, for tests that compare engines. */

type Value = string | number | boolean | null

/** Plain letters in one case only: LIKE is not case-sensitive in every engine. */
const CITIES = ["o'brien", 'zürich', 'são paulo', 'back\\slash', '100%', 'new york', 'a_b', '東京', '', 'null']
const KINDS = ['web', 'shop', 'fair', 'phone']
const FIRST_DAY = Date.parse('2019-12-20T00:00:00Z')

/** Random numbers, the same each time (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface SalesColumn {
  name: string
  /** As most databases would declare it. */
  type: 'VARCHAR' | 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'DATE' | 'TIMESTAMP'
}

export const salesColumns: readonly SalesColumn[] = [
  { name: 'city', type: 'VARCHAR' },
  { name: 'Kind of sale', type: 'VARCHAR' },
  { name: 'n', type: 'BIGINT' },
  { name: 'big', type: 'BIGINT' },
  { name: 'amount', type: 'DOUBLE' },
  { name: 'discount', type: 'DOUBLE' },
  { name: 'online', type: 'BOOLEAN' },
  { name: 'day', type: 'DATE' },
  { name: 'at', type: 'TIMESTAMP' },
]

/** Amounts are multiples of a power of two, so that their sums are exact in any order. Times are text. */
export function salesRows(count: number, seed = 7): Value[][] {
  const random = numbers(seed)
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  const orNull = (value: Value, share: number) => (random() < share ? null : value)
  return Array.from({ length: count }, () => {
    const ms = FIRST_DAY + Math.floor(random() * 500 * 86_400_000)
    const at = new Date(random() < 0.2 ? Math.floor(ms / 86_400_000) * 86_400_000 : ms).toISOString()
    return [
      orNull(pick(CITIES), 0.1),
      pick(KINDS),
      orNull(Math.floor(random() * 20) - 5, 0.1),
      Number.MAX_SAFE_INTEGER,
      Math.floor(random() * 2 ** 30) / 1024,
      orNull(Math.floor(random() * 64) / 64, 0.3),
      orNull(random() < 0.5, 0.1),
      orNull(at.slice(0, 10), 0.05),
      at.slice(0, 19).replace('T', ' '),
    ]
  })
}

const GENERIC: Record<SalesColumn['type'], GenericType> = {
  VARCHAR: GenericType.string,
  BIGINT: GenericType.numeric,
  DOUBLE: GenericType.numeric,
  BOOLEAN: GenericType.boolean,
  DATE: GenericType.temporal,
  TIMESTAMP: GenericType.temporal,
}

const column = ({ name, type }: SalesColumn, id: number): DatasetColumn => ({
  id,
  uuid: '',
  column_name: name,
  verbose_name: null,
  type,
  advanced_data_type: null,
  expression: null,
  description: null,
  filterable: true,
  groupby: true,
  is_active: true,
  is_dttm: GENERIC[type] === GenericType.temporal,
  python_date_format: null,
  extra: null,
})

export const salesDataset: Dataset = {
  id: 1,
  uuid: '',
  table_name: 'sales',
  catalog: null,
  schema: null,
  sql: null,
  main_dttm_col: 'at',
  offset: 0,
  cache_timeout: null,
  fetch_values_predicate: null,
  template_params: null,
  extra: null,
  changed_on: 0,
  database: { id: 1, uuid: '', name: 'test', backend: 'duckdb', cache_timeout: null },
  columns: [
    ...salesColumns.map(column),
    { ...column({ name: 'net', type: 'DOUBLE' }, 90), expression: 'amount * (1 - COALESCE(discount, 0))' },
  ],
  metrics: [
    { metric_name: 'count', expression: 'COUNT(*)' },
    { metric_name: 'turnover', expression: 'SUM(amount)' },
  ].map((metric, id) => ({
    ...metric,
    id,
    uuid: '',
    verbose_name: null,
    metric_type: null,
    description: null,
    d3format: null,
    currency: null,
    warning_text: null,
    extra: null,
  })),
}

/** Statements that create the table, with the type names and literals of an engine. */
export function salesStatements(
  types: Record<SalesColumn['type'], string>,
  quote: (name: string) => string,
  literal: (value: Value, type: SalesColumn['type']) => string,
  rows: Value[][],
): string[] {
  const columns = salesColumns.map(({ name, type }) => `${quote(name)} ${types[type]}`)
  const values = rows.map(
    (row) => `(${row.map((value, i) => literal(value, (salesColumns[i] as SalesColumn).type)).join(', ')})`,
  )
  return [`CREATE TABLE sales (${columns.join(', ')})`, `INSERT INTO sales VALUES ${values.join(',\n')}`]
}
