import type { CatalogAnswers, CatalogPlace, TableDetails } from '../../contracts.ts'
import type { CatalogReader, RequestOptions } from '../../run/engine.ts'
import { oneView } from '../shared/oneView.ts'
import { clickhouse } from './index.ts'

type Rows = (sql: string, options: RequestOptions) => Promise<unknown[][]>

const text = (value: string) => clickhouse.literal({ text: value })
const nothing = (value: unknown): string | null => (value === '' || value === null ? null : String(value))
/** `a, b` or `(a, b)` or `tuple()` -> the top-level parts. */
const parts = (list: string): string[] =>
  list
    .replace(/^(?:tuple)?\((.*)\)$/s, '$1')
    .split(/,\s*(?![^()]*\))/)
    .filter(Boolean)

/** Table engines that show rows of other tables. A table `.inner` contains the rows of a materialized view. */
const SHOWS_OTHERS = ['Distributed', 'Buffer', 'Merge', 'Dictionary']
/** `Distributed('cluster', 'database', 'table', …)` and `Buffer('database', 'table', …)`. */
const SOURCE = /^(?:Distributed\('[^'\\]*', |Buffer\()'(?<database>[^'\\]+)', '(?<table>[^'\\]+)'/

/** The query that a table with one of these engines is equivalent to; null if it cannot be determined. */
function sourceQuery(engine: string): string | null {
  const { database, table } = SOURCE.exec(engine)?.groups ?? {}
  return database && table ? `SELECT * FROM ${clickhouse.quote(database)}.${clickhouse.quote(table)}` : null
}

/** Reads the tables of the database `system`. There are no foreign keys. */
export class ClickHouseCatalog implements CatalogReader {
  private readonly database: string
  private readonly rows: Rows

  constructor(database: string, rows: Rows) {
    this.database = database
    this.rows = rows
  }

  async catalogs(): Promise<CatalogAnswers['catalogs']> {
    return []
  }

  async schemas(_catalog: string | null, options: RequestOptions): Promise<CatalogAnswers['schemas']> {
    const rows = await this.rows(
      `SELECT name FROM system.databases
       WHERE name NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA', '_local') ORDER BY name`,
      options,
    )
    return { names: rows.map(([name]) => String(name)), default: this.database }
  }

  async tables({ schema }: CatalogPlace, options: RequestOptions): Promise<CatalogAnswers['tables']> {
    const rows = await this.rows(
      `SELECT name, engine, comment FROM system.tables
       WHERE database = ${text(schema ?? this.database)} AND NOT is_temporary AND name NOT LIKE '.inner%' ORDER BY name`,
      options,
    )
    return rows.map(([name, engine, comment]) => ({
      name: String(name),
      type: engine === 'MaterializedView' ? 'materialized_view' : engine === 'View' ? 'view' : 'table',
      comment: nothing(comment),
    }))
  }

  async view({ schema }: CatalogPlace, name: string, options: RequestOptions): Promise<CatalogAnswers['view']> {
    const found = await this.rows(
      `SELECT as_select, engine_full FROM system.tables
       WHERE database = ${text(schema ?? this.database)} AND name = ${text(name)}
         AND (engine LIKE '%View' OR engine IN (${SHOWS_OTHERS.map(text).join(', ')}) OR name LIKE '.inner%')`,
      options,
    )
    return oneView(found.map(([sql, engine]) => nothing(sql) ?? sourceQuery(String(engine))))
  }

  async table(place: CatalogPlace, name: string, options: RequestOptions): Promise<TableDetails | null> {
    const entry = (await this.tables(place, options)).find((table) => table.name === name)
    if (!entry) return null
    const database = text(place.schema ?? this.database)
    const columns = await this.rows(
      `SELECT name, type, comment, default_expression FROM system.columns
       WHERE database = ${database} AND table = ${text(name)} ORDER BY position`,
      options,
    )
    const [[primaryKey, partitionKey] = []] = await this.rows(
      `SELECT primary_key, partition_key FROM system.tables WHERE database = ${database} AND name = ${text(name)}`,
      options,
    )
    const skipping = await this.rows(
      `SELECT name, expr FROM system.data_skipping_indices WHERE database = ${database} AND table = ${text(name)}`,
      options,
    )
    const key = parts(String(primaryKey ?? ''))
    const partition = parts(String(partitionKey ?? ''))
    return {
      ...entry,
      columns: columns.map(([column, type, comment, byDefault]) => ({
        name: String(column),
        type: String(type),
        nullable: /^(LowCardinality\()?Nullable\(/.test(String(type)),
        comment: nothing(comment),
        default: nothing(byDefault),
      })),
      primaryKey: key.length ? { name: null, columns: key } : null,
      foreignKeys: [],
      indexes: skipping.map(([index, expression]) => ({
        name: String(index),
        columns: parts(String(expression)),
        isUnique: false,
      })),
      partitions: partition.length ? { columns: partition, latest: null } : null,
    }
  }
}
