import type { CatalogAnswers, CatalogPlace, TableDetails, TableEntry } from '../../contracts.ts'
import type { CatalogReader } from '../../run/engine.ts'
import type { KeptFile } from './keptFile.ts'

/** `CREATE VIEW name (columns) AS query`, as stored in the file. */
const VIEW_QUERY =
  /^CREATE\s+VIEW\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[\w$]+)\s*(?:\([^()]*\)\s*)?AS\s+(?<query>.*)$/is

type Row = Record<string, string | number | null>

/** The catalog of a SQLite file. It has one schema, and no comments. */
export class SqliteCatalog implements CatalogReader {
  private readonly kept: KeptFile

  constructor(kept: KeptFile) {
    this.kept = kept
  }

  async catalogs(): Promise<string[]> {
    return []
  }

  async schemas(): Promise<CatalogAnswers['schemas']> {
    return { names: ['main'], default: 'main' }
  }

  async tables({ schema }: CatalogPlace): Promise<TableEntry[]> {
    if (schema !== null && schema !== 'main') return []
    const rows = this.rows(
      `SELECT name, type FROM sqlite_schema
       WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    return rows.map(({ name, type }) => ({
      name: String(name),
      type: type === 'view' ? 'view' : 'table',
      comment: null,
    }))
  }

  async view({ schema }: CatalogPlace, name: string): Promise<CatalogAnswers['view']> {
    if (schema !== null && schema !== 'main') return null
    const [found] = this.rows(`SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ? COLLATE NOCASE`, name)
    return found ? { sql: String(found.sql).match(VIEW_QUERY)?.groups?.query ?? null } : null
  }

  async table(place: CatalogPlace, name: string): Promise<TableDetails | null> {
    const entry = (await this.tables(place)).find((table) => table.name === name)
    if (!entry) return null
    const columns = this.rows('SELECT * FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid', name)
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
    return {
      ...entry,
      columns: columns.map((column) => ({
        name: String(column.name),
        type: String(column.type),
        nullable: column.notnull === 0,
        comment: null,
        default: column.dflt_value === null ? null : String(column.dflt_value),
      })),
      primaryKey: key.length ? { name: null, columns: key.map((column) => String(column.name)) } : null,
      foreignKeys: this.foreignKeys(name),
      indexes: this.rows(
        `SELECT name, "unique" FROM pragma_index_list(?) WHERE origin <> 'pk' ORDER BY name`,
        name,
      ).map((index) => ({
        name: String(index.name),
        isUnique: index.unique === 1,
        columns: this.rows('SELECT name FROM pragma_index_info(?) ORDER BY seqno', String(index.name)).flatMap(
          (column) => (column.name === null ? [] : [String(column.name)]),
        ),
      })),
      partitions: null,
    }
  }

  private foreignKeys(table: string): TableDetails['foreignKeys'] {
    const rows = this.rows('SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq', table)
    const ids = [...new Set(rows.map(({ id }) => id))]
    return ids.map((id) => {
      const own = rows.filter((row) => row.id === id)
      return {
        name: null,
        columns: own.map(({ from }) => String(from)),
        references: {
          schema: null,
          table: String(own[0]?.table),
          columns: own.flatMap(({ to }) => (to === null ? [] : [String(to)])),
        },
      }
    })
  }

  close(): void {
    this.kept.close()
  }

  private rows(sql: string, ...parameters: string[]): Row[] {
    return this.kept
      .get()
      .prepare(sql)
      .all(...parameters) as Row[]
  }
}
