import type { PiecedColumn } from '../contracts.ts'
import type { Cell, CellType } from '../frame.ts'
import { isoDay, isoTime } from './isoText.ts'

/** How SQL Lab shows a column of a result. */

interface ResultColumn {
  label: string
  type: CellType
  declared?: string
}

/** The contract's names of types, for columns whose driver does not report the declared type. */
const TYPE_NAMES: Record<CellType, string> = {
  int: 'LONGINTEGER',
  float: 'FLOAT',
  text: 'STRING',
  bool: 'BOOLEAN',
  time: 'DATETIME',
  object: 'STRING',
}

/** The contract's names of declared types; the first match wins. Others are shown as the database names them. */
const DECLARED_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\[\]$|^(array|list|map|struct|row|json|interval)/i, ''],
  [/^(tinyint|smallint|int2|int4|integer|int)\b/i, 'INTEGER'],
  [/^(bigint|int8|hugeint|ubigint|uinteger)\b/i, 'LONGINTEGER'],
  [/^(decimal|numeric)\b/i, 'DECIMAL'],
  [/^(float\d*|real|double( precision)?)\b/i, 'FLOAT'],
  [/^(varchar|text|char|bpchar|character|string|name)\b/i, 'STRING'],
  [/^bool(ean)?\b/i, 'BOOLEAN'],
  [/^date$/i, 'DATE'],
  [/^(timestamptz|timestamp.* with time zone)/i, 'DATETIMETZ'],
  [/^(timestamp|datetime)/i, 'DATETIME'],
  [/^time/i, 'TIME'],
]

export function piecedColumn({ label, type, declared }: ResultColumn): PiecedColumn {
  const known = declared === undefined ? undefined : DECLARED_NAMES.find(([pattern]) => pattern.test(declared))?.[1]
  const name = known || declared?.toUpperCase() || TYPE_NAMES[type]
  return { name: label, type: name, is_dttm: type === 'time' || /^(DATE|TIME)/.test(name) }
}

const isDate = ({ declared }: ResultColumn) => /^date$/i.test(declared ?? '')

/** Times as ISO texts: a DATE without a time of day, all others without a zone. */
export function isoTexts(cells: readonly Cell[], column: ResultColumn): Cell[] {
  const textOf = isDate(column) ? isoDay : isoTime
  return cells.map((cell) => (typeof cell === 'number' && Number.isFinite(cell) ? textOf(cell) : null))
}
