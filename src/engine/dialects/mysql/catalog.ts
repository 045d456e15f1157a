import type { CatalogAnswers, CatalogPlace, TableDetails } from '../../contracts.ts'
import type { CatalogReader, RequestOptions } from '../../run/engine.ts'
import { oneView } from '../shared/oneView.ts'
import { mysql } from './index.ts'

type Rows = (sql: string, options: RequestOptions) => Promise<(Buffer | null)[][]>

const SYSTEM_SCHEMAS = ['information_schema', 'performance_schema', 'mysql', 'sys']
const text = (value: string) => mysql.literal({ text: value })
const nothing = (value: string | null | undefined) =>
  value === null || value === '' || value === undefined ? null : value

/** Reads information_schema, which MySQL and MariaDB share. */
export class MySqlCatalog implements CatalogReader {
  private readonly database: string | null
  private readonly rows: Rows

  constructor(database: string | null, rows: Rows) {
    this.database = database
    this.rows = rows
  }

  async catalogs(): Promise<CatalogAnswers['catalogs']> {
    return []
  }

  async schemas(_catalog: string | null, options: RequestOptions): Promise<CatalogAnswers['schemas']> {
    const rows = await this.texts(
      `SELECT schema_name FROM information_schema.schemata
       WHERE schema_name NOT IN (${SYSTEM_SCHEMAS.map(text).join(', ')}) ORDER BY schema_name`,
      options,
    )
    return { names: rows.map(([name]) => name ?? ''), default: this.database }
  }

  async tables({ schema }: CatalogPlace, options: RequestOptions): Promise<CatalogAnswers['tables']> {
    const rows = await this.texts(
      `SELECT table_name, table_type, table_comment FROM information_schema.tables
       WHERE table_schema = ${this.schemaOf(schema)} ORDER BY table_name`,
      options,
    )
    return rows.map(([name, type, comment]) => ({
      name: name ?? '',
      type: type?.includes('VIEW') ? 'view' : 'table',
      // every view has the comment "VIEW"
      comment: comment === 'VIEW' ? null : nothing(comment),
    }))
  }

  async view({ schema }: CatalogPlace, name: string, options: RequestOptions): Promise<CatalogAnswers['view']> {
    const found = await this.texts(
      `SELECT view_definition FROM information_schema.views
       WHERE LOWER(table_schema) = LOWER(${this.schemaOf(schema)}) AND LOWER(table_name) = LOWER(${text(name)})`,
      options,
    )
    // the query is empty if the account may not see it
    return oneView(found.map(([sql]) => nothing(sql)))
  }

  async table(place: CatalogPlace, name: string, options: RequestOptions): Promise<TableDetails | null> {
    const entry = (await this.tables(place, options)).find((table) => table.name === name)
    if (!entry) return null
    const here = `table_schema = ${this.schemaOf(place.schema)} AND table_name = ${text(name)}`
    const columns = await this.texts(
      `SELECT column_name, column_type, is_nullable, column_comment, column_default
       FROM information_schema.columns WHERE ${here} ORDER BY ordinal_position`,
      options,
    )
    const keys = await this.texts(
      `SELECT constraint_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name
       FROM information_schema.key_column_usage
       WHERE ${here} AND referenced_table_name IS NOT NULL ORDER BY constraint_name, ordinal_position`,
      options,
    )
    const indexed = await this.texts(
      `SELECT index_name, column_name, non_unique FROM information_schema.statistics
       WHERE ${here} ORDER BY index_name, seq_in_index`,
      options,
    )
    const parts = await this.texts(
      `SELECT DISTINCT partition_expression FROM information_schema.partitions
       WHERE ${here} AND partition_expression IS NOT NULL`,
      options,
    )
    const indexes = groupBy(indexed).map(([index, rows]) => ({
      name: index,
      columns: rows.map(([, column]) => column ?? ''),
      isUnique: rows[0]?.[2] === '0',
    }))
    const primary = indexes.find((index) => index.name === 'PRIMARY')
    return {
      ...entry,
      columns: columns.map(([column, type, nullable, comment, byDefault]) => ({
        name: column ?? '',
        type: (type ?? '').toUpperCase(),
        nullable: nullable === 'YES',
        comment: nothing(comment),
        default: byDefault === 'NULL' ? null : (byDefault ?? null),
      })),
      primaryKey: primary ? { name: primary.name, columns: primary.columns } : null,
      foreignKeys: groupBy(keys).map(([key, rows]) => ({
        name: key,
        columns: rows.map(([, column]) => column ?? ''),
        references: {
          schema: rows[0]?.[2] ?? null,
          table: rows[0]?.[3] ?? '',
          columns: rows.map((row) => row[4] ?? ''),
        },
      })),
      indexes: indexes.filter((index) => index !== primary),
      partitions: parts.length
        ? { columns: parts.map(([column]) => (column ?? '').replaceAll('`', '')), latest: null }
        : null,
    }
  }

  private schemaOf(schema: string | null): string {
    const name = schema ?? this.database
    return name === null ? 'DATABASE()' : text(name)
  }

  private async texts(sql: string, options: RequestOptions): Promise<(string | null)[][]> {
    return (await this.rows(sql, options)).map((row) => row.map((value) => value?.toString() ?? null))
  }
}

/** Rows grouped by their first value, in the order of first occurrence. */
function groupBy(rows: (string | null)[][]): [string, (string | null)[][]][] {
  const groups = new Map<string, (string | null)[][]>()
  for (const row of rows) {
    const name = row[0] ?? ''
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups]
}
