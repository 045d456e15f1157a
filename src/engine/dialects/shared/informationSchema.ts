import type { CatalogAnswers, CatalogPlace, TableDetails, TableEntry } from '../../contracts.ts'
import type { CatalogReader, RequestOptions } from '../../run/engine.ts'
import type { ReadRows } from './packageEngine.ts'

/** The differences between databases that provide `information_schema`. */
export interface InformationSchema {
  literal(text: string): string
  /** The quoted `information_schema` of a catalog. */
  views(place: CatalogPlace): string
  /** Expression of the schema of the connection. */
  currentSchema: string
  /** Converts names for display, and back. */
  seen(name: string): string
  spelled(name: string): string
  /** Expressions for a column's type, and for whether it is nullable. */
  columnType: string
}

/** Schemas, tables and columns from the standard views; what those lack (keys, indexes) is omitted. */
export class InformationSchemaCatalog implements CatalogReader {
  private readonly rows: ReadRows
  private readonly kind: InformationSchema

  constructor(rows: ReadRows, kind: InformationSchema) {
    this.rows = rows
    this.kind = kind
  }

  catalogs(): Promise<string[]> {
    return Promise.resolve([])
  }

  async schemas(catalog: string | null, options: RequestOptions): Promise<CatalogAnswers['schemas']> {
    const views = this.kind.views({ catalog, schema: null })
    const rows = await this.rows(`SELECT schema_name FROM ${views}.schemata ORDER BY schema_name`, options)
    const [current] = await this.rows(`SELECT ${this.kind.currentSchema}`, options).catch(() => [])
    const name = current?.[0]
    return {
      names: rows.map(([schema]) => this.kind.seen(String(schema))),
      default: name === null || name === undefined ? null : this.kind.seen(String(name)),
    }
  }

  async tables(place: CatalogPlace, options: RequestOptions): Promise<TableEntry[]> {
    const rows = await this.rows(
      `SELECT table_name, table_type FROM ${this.kind.views(place)}.tables WHERE table_schema = ${this.schema(place)} ORDER BY table_name`,
      options,
    )
    return rows.map(([name, type]) => ({
      name: this.kind.seen(String(name)),
      type: kindOf(String(type)),
      comment: null,
    }))
  }

  async table(place: CatalogPlace, name: string, options: RequestOptions): Promise<TableDetails | null> {
    const where = `table_schema = ${this.schema(place)} AND table_name = ${this.kind.literal(this.kind.spelled(name))}`
    const views = this.kind.views(place)
    const [found] = await this.rows(`SELECT table_type FROM ${views}.tables WHERE ${where}`, options)
    if (!found) return null
    const columns = await this.rows(
      `SELECT column_name, ${this.kind.columnType}, is_nullable FROM ${views}.columns WHERE ${where} ORDER BY ordinal_position`,
      options,
    )
    return {
      name,
      type: kindOf(String(found[0])),
      comment: null,
      columns: columns.map(([column, type, nullable]) => ({
        name: this.kind.seen(String(column)),
        type: String(type).toUpperCase(),
        nullable: /^(y|t|1)/i.test(String(nullable)),
        comment: null,
        default: null,
      })),
      primaryKey: null,
      foreignKeys: [],
      indexes: [],
      partitions: null,
    }
  }

  private schema({ schema }: CatalogPlace): string {
    return schema === null ? this.kind.currentSchema : this.kind.literal(this.kind.spelled(schema))
  }
}

const kindOf = (type: string): TableEntry['type'] =>
  /materialized/i.test(type) ? 'materialized_view' : /view/i.test(type) ? 'view' : 'table'
