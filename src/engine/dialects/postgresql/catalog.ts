import type { CatalogAnswers, CatalogPlace, TableDetails, TableEntry } from '../../contracts.ts'
import type { Cell } from '../../frame.ts'
import type { CatalogReader, RequestOptions } from '../../run/engine.ts'
import { oneView } from '../shared/oneView.ts'
import { postgresql } from './index.ts'

type Rows = (sql: string, options: RequestOptions) => Promise<Cell[][]>

const literal = (text: string) => postgresql.literal({ text })
const schemaOf = ({ schema }: CatalogPlace) => (schema === null ? 'current_schema()' : literal(schema))

const KINDS: Record<string, TableEntry['type']> = { v: 'view', m: 'materialized_view' }
const text = (cell: Cell | undefined): string | null => (cell === null || cell === undefined ? null : String(cell))
const list = (cell: Cell | undefined): string[] => JSON.parse(text(cell) ?? '[]') as string[]

/** SQL for the names of the columns whose numbers are in an array, in that order. */
const columnNames = (table: string, numbers: string) =>
  `(SELECT json_agg(a.attname ORDER BY n.i) FROM unnest(${numbers}) WITH ORDINALITY AS n(attnum, i)
    JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = n.attnum)::text`

/** Types in the contract's spelling: upper case, with short names for text and time types. */
const typeName = (type: string) =>
  type
    .replace(/^character varying/, 'varchar')
    .replace(/^character\b/, 'char')
    .toUpperCase()

/** The catalog of a PostgreSQL database. A connection sees one database, so there are no catalogs to choose. */
export class PostgresCatalog implements CatalogReader {
  private readonly rows: Rows

  constructor(rows: Rows) {
    this.rows = rows
  }

  catalogs(): Promise<string[]> {
    return Promise.resolve([])
  }

  async schemas(_catalog: string | null, options: RequestOptions): Promise<CatalogAnswers['schemas']> {
    const rows = await this.rows(
      `SELECT nspname, nspname = current_schema() FROM pg_namespace
       WHERE nspname NOT LIKE 'pg\\_%' AND has_schema_privilege(oid, 'USAGE') ORDER BY nspname`,
      options,
    )
    return {
      names: rows.map(([name]) => String(name)),
      default: text(rows.find(([, isDefault]) => isDefault === true)?.[0]),
    }
  }

  async tables(place: CatalogPlace, options: RequestOptions): Promise<TableEntry[]> {
    const rows = await this.rows(
      `SELECT c.relname, c.relkind, obj_description(c.oid, 'pg_class') FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = ${schemaOf(place)} AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
       ORDER BY c.relname`,
      options,
    )
    return rows.map(([name, kind, comment]) => ({
      name: String(name),
      type: KINDS[String(kind)] ?? 'table',
      comment: text(comment),
    }))
  }

  async table(place: CatalogPlace, name: string, options: RequestOptions): Promise<TableDetails | null> {
    const [found] = await this.rows(
      `SELECT c.oid, c.relkind, obj_description(c.oid, 'pg_class'), ${columnNames('c.oid', 'p.partattrs::int2[]')}
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       LEFT JOIN pg_partitioned_table p ON p.partrelid = c.oid
       WHERE n.nspname = ${schemaOf(place)} AND c.relname = ${literal(name)}
         AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`,
      options,
    )
    if (!found) return null
    const [id, kind, comment, partitions] = found
    const table = Number(id)
    const partitionColumns = list(partitions)
    return {
      name,
      type: KINDS[String(kind)] ?? 'table',
      comment: text(comment),
      columns: await this.columns(table, options),
      ...(await this.constraints(table, options)),
      indexes: await this.indexes(table, options),
      partitions: partitionColumns.length ? { columns: partitionColumns, latest: null } : null,
    }
  }

  /** A partition, or a table that inherits, is treated as a view of its parents, because its rows belong to them. */
  async view({ schema }: CatalogPlace, name: string, options: RequestOptions): Promise<CatalogAnswers['view']> {
    const isThere = schema === null ? 'pg_table_is_visible(c.oid)' : `lower(n.nspname) = lower(${literal(schema)})`
    const isIt = `${isThere} AND lower(c.relname) = lower(${literal(name)})`
    const found = await this.rows(
      `SELECT pg_get_viewdef(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE ${isIt} AND c.relkind IN ('v', 'm')
       UNION ALL
       SELECT string_agg(format('SELECT * FROM %I.%I', pn.nspname, p.relname), ' UNION ALL ')
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_inherits i ON i.inhrelid = c.oid
       JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace pn ON pn.oid = p.relnamespace
       WHERE ${isIt} AND c.relkind IN ('r', 'p', 'f') GROUP BY c.oid`,
      options,
    )
    return oneView(found.map(([sql]) => text(sql)))
  }

  private async columns(table: number, options: RequestOptions): Promise<TableDetails['columns']> {
    const rows = await this.rows(
      `SELECT a.attname, format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, col_description(a.attrelid, a.attnum),
              pg_get_expr(d.adbin, d.adrelid)
       FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = ${table} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
      options,
    )
    return rows.map(([name, type, nullable, comment, fallback]) => ({
      name: String(name),
      type: typeName(String(type)),
      nullable: nullable === true,
      comment: text(comment),
      default: text(fallback),
    }))
  }

  private async constraints(
    table: number,
    options: RequestOptions,
  ): Promise<Pick<TableDetails, 'primaryKey' | 'foreignKeys'>> {
    const rows = await this.rows(
      `SELECT c.conname, c.contype, ${columnNames('c.conrelid', 'c.conkey')}, n.nspname, r.relname,
              ${columnNames('c.confrelid', 'c.confkey')}
       FROM pg_constraint c LEFT JOIN pg_class r ON r.oid = c.confrelid LEFT JOIN pg_namespace n ON n.oid = r.relnamespace
       WHERE c.conrelid = ${table} AND c.contype IN ('p', 'f') ORDER BY c.conname`,
      options,
    )
    const primary = rows.find(([, kind]) => kind === 'p')
    return {
      primaryKey: primary ? { name: text(primary[0]), columns: list(primary[2]) } : null,
      foreignKeys: rows
        .filter(([, kind]) => kind === 'f')
        .map(([name, , columns, schema, other, otherColumns]) => ({
          name: text(name),
          columns: list(columns),
          references: { schema: text(schema), table: String(other), columns: list(otherColumns) },
        })),
    }
  }

  private async indexes(table: number, options: RequestOptions): Promise<TableDetails['indexes']> {
    const rows = await this.rows(
      `SELECT c.relname, i.indisunique, ${columnNames('i.indrelid', 'i.indkey::int2[]')}
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE i.indrelid = ${table} AND NOT i.indisprimary ORDER BY c.relname`,
      options,
    )
    return rows.map(([name, isUnique, columns]) => ({
      name: String(name),
      isUnique: isUnique === true,
      columns: list(columns),
    }))
  }
}
