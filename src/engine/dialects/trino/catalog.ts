import type { CatalogAnswers, CatalogPlace, TableDetails } from '../../contracts.ts'
import type { CatalogReader, RequestOptions } from '../../run/engine.ts'
import { trino } from './index.ts'

type Rows = (sql: string, options: RequestOptions) => Promise<unknown[][]>

const text = (value: string) => trino.literal({ text: value })
const nothing = (value: unknown): string | null =>
  value === '' || value === null || value === undefined ? null : String(value)

/** Reads the information_schema of each catalog. Keys and indexes are unknown to Trino. */
export class TrinoCatalog implements CatalogReader {
  private readonly catalog: string | null
  private readonly schema: string | null
  private readonly rows: Rows

  constructor(catalog: string | null, schema: string | null, rows: Rows) {
    this.catalog = catalog
    this.schema = schema
    this.rows = rows
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

  /** Connectors with partitions have a table of them beside each table. */
  private async partitions(
    place: CatalogPlace,
    name: string,
    options: RequestOptions,
  ): Promise<TableDetails['partitions']> {
    const table = `${this.path(place)}.${trino.quote(`${name}$partitions`)}`
    try {
      const columns = (await this.rows(`SHOW COLUMNS FROM ${table}`, options)).map(([column]) => String(column))
      if (columns.length === 0) return null
      const order = columns.map((column) => `${trino.quote(column)} DESC`).join(', ')
      const [latest] = await this.rows(`SELECT * FROM ${table} ORDER BY ${order} LIMIT 1`, options)
      return {
        columns,
        latest: latest ? Object.fromEntries(columns.map((column, i) => [column, String(latest[i])])) : null,
      }
    } catch {
      // this connector, or this table, has none
      return null
    }
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
