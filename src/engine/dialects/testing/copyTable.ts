import { formatWall } from '../../../model/time/wallClock.ts'
import type { Dialect, LiteralValue } from '../dialect.ts'
import type { Administrator } from './administrators.ts'
import type { EngineName } from './engines.ts'

/** The kind of a column, and its type in each engine. */
type Kind = 'text' | 'integer' | 'float' | 'timestamp' | 'date' | 'boolean'
const TYPES: Record<EngineName, Record<Kind, string>> = {
  postgresql: {
    text: 'TEXT',
    integer: 'BIGINT',
    float: 'DOUBLE PRECISION',
    timestamp: 'TIMESTAMP',
    date: 'DATE',
    boolean: 'BOOLEAN',
  },
  mariadb: {
    // compared byte by byte, as on the other engines
    text: 'TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin',
    integer: 'BIGINT',
    float: 'DOUBLE',
    timestamp: 'DATETIME(6)',
    date: 'DATE',
    boolean: 'BOOLEAN',
  },
  clickhouse: {
    text: 'Nullable(String)',
    integer: 'Nullable(Int64)',
    float: 'Nullable(Float64)',
    timestamp: 'Nullable(DateTime64(6))',
    date: 'Nullable(Date32)',
    boolean: 'Nullable(Bool)',
  },
  trino: {
    text: 'VARCHAR',
    integer: 'BIGINT',
    float: 'DOUBLE',
    timestamp: 'TIMESTAMP(6)',
    date: 'DATE',
    boolean: 'BOOLEAN',
  },
}
const CELLS_PER_STATEMENT = 50_000

export interface SourceTable {
  name: string
  columns: { name: string; kind: Kind }[]
  /** Times as wall-clock epoch milliseconds. */
  rows: (string | number | bigint | boolean | null)[][]
}

/** Declared type of an embedded table's column -> what it contains. */
export function kindOf(type: string): Kind {
  if (type.startsWith('TIMESTAMP')) return 'timestamp'
  if (type === 'DATE') return 'date'
  if (type === 'BOOLEAN') return 'boolean'
  if (/^(DOUBLE|FLOAT|DECIMAL)/.test(type)) return 'float'
  return /INT/.test(type) ? 'integer' : 'text'
}

function literalOf(value: SourceTable['rows'][number][number], kind: Kind): LiteralValue {
  if (value === null || typeof value === 'boolean') return value
  switch (kind) {
    case 'text':
      return { text: String(value) }
    case 'integer':
      return { integer: String(value) }
    case 'float':
      return { float: Number(value) }
    default:
      return { wallMs: Number(value), columnType: 'TIMESTAMP', format: null }
  }
}

type Row = SourceTable['rows'][number]

/** `VALUES`, with each cell as the dialect's literal. */
function values(rows: Row[], { columns }: SourceTable, { literal }: Dialect): string {
  const tuples = rows.map((row) => {
    const cells = row.map((value, at) => {
      const kind = columns[at]?.kind ?? 'text'
      const text = literal(literalOf(value, kind))
      return kind === 'date' && value !== null ? `CAST(${text} AS DATE)` : text
    })
    return `(${cells.join(', ')})`
  })
  return `VALUES ${tuples.join(', ')}`
}

const BETWEEN = '\u001f'
const NOTHING = '\u001e'

/**
 * Trino plans every literal of a statement, which takes minutes if there are many. Instead, the SQL contains one string
 * per column, and splits it.
 */
function columnsInTexts(rows: Row[], { columns }: SourceTable, { literal }: Dialect): string {
  const cellText = (value: Row[number], kind: Kind) => {
    if (value === null) return NOTHING
    return kind === 'timestamp' || kind === 'date'
      ? formatWall(Number(value), { microseconds: true }).slice(0, kind === 'date' ? 10 : undefined)
      : String(value)
  }
  const texts = columns.map(({ kind }, at) =>
    literal({ text: rows.map((row) => cellText(row[at] ?? null, kind)).join(BETWEEN) }),
  )
  const names = columns.map((_, at) => `c${at}`)
  const cells = columns.map(({ kind }, at) => `CAST(nullif(c${at}, '${NOTHING}') AS ${TYPES.trino[kind]})`)
  const lists = texts.map((text) => `split(${text}, '${BETWEEN}')`)
  return `SELECT ${cells.join(', ')} FROM UNNEST(${lists.join(', ')}) AS given(${names.join(', ')})`
}

/** Creates a table with the same name, columns and rows on another engine. */
export async function copyTable(
  table: SourceTable,
  { name, dialect, admin }: { name: EngineName; dialect: Dialect; admin: Administrator },
): Promise<void> {
  const { quote } = dialect
  const columns = table.columns.map((column) => `${quote(column.name)} ${TYPES[name][column.kind]}`)
  const ending = name === 'clickhouse' ? ' ENGINE = MergeTree ORDER BY tuple()' : ''
  await admin.execute(`DROP TABLE IF EXISTS ${quote(table.name)}`)
  await admin.execute(`CREATE TABLE ${quote(table.name)} (${columns.join(', ')})${ending}`)
  const perStatement = Math.max(1, Math.floor(CELLS_PER_STATEMENT / columns.length))
  for (let start = 0; start < table.rows.length; start += perStatement) {
    const rows = table.rows.slice(start, start + perStatement)
    const given = name === 'trino' ? columnsInTexts(rows, table, dialect) : values(rows, table, dialect)
    await admin.execute(`INSERT INTO ${quote(table.name)} ${given}`)
  }
}
