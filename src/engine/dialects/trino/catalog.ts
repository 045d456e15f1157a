import type { CatalogAnswers, CatalogPlace, PartitionQuestion, TableDetails } from '../../contracts.ts'
import { type CatalogReader, EngineFailure, type RequestOptions } from '../../run/engine.ts'
import { oneView } from '../shared/oneView.ts'
import { trino } from './index.ts'

type Rows = (sql: string, options: RequestOptions) => Promise<unknown[][]>

const text = (value: string) => trino.literal({ text: value })
const nothing = (value: unknown): string | null =>
  value === '' || value === null || value === undefined ? null : String(value)

/** The server responded with an error. */
const isRefused = (error: unknown) => error instanceof EngineFailure && error.kind === 'engine'

interface PartitionColumn {
  name: string
  /** The same column in the partitions table. */
  expression: string
}

/** Names of the fields of `row(ds date, "a, b" decimal(3, 2))`. */
export function fieldsOfRow(type: string): string[] {
  const inner = /^row\((.*)\)$/is.exec(type)?.[1] ?? ''
  const names: string[] = []
  let depth = 0
  let isStart = true
  for (const [token] of inner.matchAll(/"(?:[^"]|"")*"|[(),]|[^\s"(),]+/g)) {
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (token === ',') isStart = depth === 0
    else if (isStart) {
      names.push(token.startsWith('"') ? token.slice(1, -1).replaceAll('""', '"') : token)
      isStart = false
    }
  }
  return names
}

/** Reads the information_schema of each catalog. Trino has no keys or indexes. */
export class TrinoCatalog implements CatalogReader {
  private readonly catalog: string | null
  private readonly schema: string | null
  private readonly rows: Rows
  private readonly read: Rows

  /** `read` runs SQL that is partly user-written: in a read-only transaction. */
  constructor(catalog: string | null, schema: string | null, rows: Rows, read: Rows) {
    this.catalog = catalog
    this.schema = schema
    this.rows = rows
    this.read = read
  }

  async catalogs(options: RequestOptions): Promise<CatalogAnswers['catalogs']> {
    const rows = await this.rows('SHOW CATALOGS', options)
    return rows.map(([name]) => String(name)).filter((name) => name !== 'system')
  }

  async schemas(catalog: string | null, options: RequestOptions): Promise<CatalogAnswers['schemas']> {
    const from = catalog ?? this.catalog
    const rows = await this.rows(from === null ? 'SHOW SCHEMAS' : `SHOW SCHEMAS FROM ${trino.quote(from)}`, options)
    return {
      names: rows.map(([name]) => String(name)).filter((name) => name !== 'information_schema'),
      default: this.schema,
    }
  }

  async tables(place: CatalogPlace, options: RequestOptions): Promise<CatalogAnswers['tables']> {
    const rows = await this.rows(
      `SELECT table_name, table_type FROM ${this.information(place)}.tables
       WHERE table_schema = ${text(place.schema ?? this.schema ?? '')} ORDER BY table_name`,
      options,
    )
    return rows.map(([name, type]) => ({
      name: String(name),
      type: type === 'VIEW' ? 'view' : 'table',
      comment: null,
    }))
  }

  async view(place: CatalogPlace, name: string, options: RequestOptions): Promise<CatalogAnswers['view']> {
    const found = await this.rows(
      `SELECT view_definition FROM ${this.information(place)}.views
       WHERE table_schema = lower(${text(place.schema ?? this.schema ?? '')}) AND table_name = lower(${text(name)})`,
      options,
    )
    return oneView(found.map(([sql]) => nothing(sql)))
  }

  async table(place: CatalogPlace, name: string, options: RequestOptions): Promise<TableDetails | null> {
    const entry = (await this.tables(place, options)).find((table) => table.name === name)
    if (!entry) return null
    const schema = place.schema ?? this.schema ?? ''
    const columns = await this.rows(
      `SELECT column_name, data_type, is_nullable, column_default FROM ${this.information(place)}.columns
       WHERE table_schema = ${text(schema)} AND table_name = ${text(name)} ORDER BY ordinal_position`,
      options,
    )
    const comments = new Map(
      (await this.rows(`SHOW COLUMNS FROM ${this.path(place)}.${trino.quote(name)}`, options)).map((row) => [
        String(row[0]),
        nothing(row[3]),
      ]),
    )
    return {
      ...entry,
      columns: columns.map(([column, type, nullable, byDefault]) => ({
        name: String(column),
        type: String(type).toUpperCase(),
        nullable: nullable === 'YES',
        comment: comments.get(String(column)) ?? null,
        default: nothing(byDefault),
      })),
      primaryKey: null,
      foreignKeys: [],
      indexes: [],
      partitions: await this.partitions(place, name, options),
    }
  }

  /**
   * Read from the partitions table; if only rows that match conditions count, from those rows. NULL is older than any
   * value.
   */
  async newestPartition(
    { table, fixed, conditions, ...place }: PartitionQuestion,
    options: RequestOptions,
  ): Promise<CatalogAnswers['newestPartition']> {
    const parts = await this.partitionColumns(place, table, options)
    if (parts.length === 0) return null
    const columns = parts.map(({ name }) => name)
    const isOfRows = conditions.length > 0
    const source = isOfRows ? trino.quote(table) : trino.quote(`${table}$partitions`)
    const expression = (part: PartitionColumn) => (isOfRows ? trino.quote(part.name) : part.expression)
    const where = [
      ...parts
        .filter(({ name }) => Object.hasOwn(fixed, name))
        .map((part) => `CAST(${expression(part)} AS varchar) = ${text(fixed[part.name] ?? '')}`),
      ...conditions.map((condition) => `(${condition}\n)`),
    ]
    const [newest] = await this.read(
      `SELECT ${parts.map((part) => `CAST(${expression(part)} AS varchar)`).join(', ')}
       FROM ${this.path(place)}.${source}${where.length ? `\n       WHERE ${where.join(' AND ')}` : ''}
       ORDER BY ${parts.map((part) => `${expression(part)} DESC`).join(', ')} LIMIT 1`,
      options,
    )
    return { columns, values: newest ? newest.map((value) => (value === null ? null : String(value))) : null }
  }

  private async partitions(
    place: CatalogPlace,
    table: string,
    options: RequestOptions,
  ): Promise<TableDetails['partitions']> {
    const question = { ...place, table, fixed: {}, conditions: [] }
    const newest = await this.newestPartition(question, options).catch((error: unknown) => {
      if (!isRefused(error)) throw error
      return null
    })
    if (!newest) return null
    const { columns, values } = newest
    return {
      columns,
      latest: values && Object.fromEntries(columns.map((column, at) => [column, String(values[at])])),
    }
  }

  /**
   * Connectors with partitions provide a partitions table for each table: with its columns (Hive), or with one row
   * column (Iceberg).
   */
  private async partitionColumns(
    place: CatalogPlace,
    table: string,
    options: RequestOptions,
  ): Promise<PartitionColumn[]> {
    const shown = async (name: string) =>
      (await this.rows(`SHOW COLUMNS FROM ${this.path(place)}.${trino.quote(name)}`, options)).map(
        ([column, type]) => [String(column), String(type)] as const,
      )
    let listed: (readonly [string, string])[]
    try {
      listed = await shown(`${table}$partitions`)
    } catch (error) {
      if (!isRefused(error)) throw error
      // this connector, or this table, has no partitions
      return []
    }
    if (!listed.some(([name]) => name === 'file_count')) {
      return listed.map(([name]) => ({ name, expression: trino.quote(name) }))
    }
    // years or buckets of a column are partitions as well, but their values are not values of the column
    const own = new Set((await shown(table)).map(([name]) => name))
    const row = listed.find(([name]) => name === 'partition')?.[1] ?? ''
    return fieldsOfRow(row)
      .filter((name) => own.has(name))
      .map((name) => ({ name, expression: `"partition".${trino.quote(name)}` }))
  }

  private information({ catalog }: CatalogPlace): string {
    const from = catalog ?? this.catalog
    return from === null ? 'information_schema' : `${trino.quote(from)}.information_schema`
  }

  private path({ catalog, schema }: CatalogPlace): string {
    const parts = [catalog ?? this.catalog, schema ?? this.schema]
    return parts
      .filter((part): part is string => part !== null)
      .map(trino.quote)
      .join('.')
  }
}
