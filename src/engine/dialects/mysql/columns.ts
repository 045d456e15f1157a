import type { Cell } from '../../frame.ts'
import { integerOf, type RowColumn, wallMsOf } from '../shared/rows.ts'

/** The protocol's description of a result column. */
export interface FieldFacts {
  name: string
  columnType: number
  characterSet: number
  columnLength: number
  decimals: number
  flags: number
}

/** Type codes of the wire protocol, and the names of the types. */
const TYPES: Record<number, { name: string; kind: Kind }> = {
  0: { name: 'DECIMAL', kind: 'decimal' },
  1: { name: 'TINYINT', kind: 'integer' },
  2: { name: 'SMALLINT', kind: 'integer' },
  3: { name: 'INT', kind: 'integer' },
  4: { name: 'FLOAT', kind: 'float' },
  5: { name: 'DOUBLE', kind: 'float' },
  6: { name: 'NULL', kind: 'nothing' },
  7: { name: 'TIMESTAMP', kind: 'time' },
  8: { name: 'BIGINT', kind: 'integer' },
  9: { name: 'MEDIUMINT', kind: 'integer' },
  10: { name: 'DATE', kind: 'time' },
  11: { name: 'TIME', kind: 'text' },
  12: { name: 'DATETIME', kind: 'time' },
  13: { name: 'YEAR', kind: 'integer' },
  14: { name: 'DATE', kind: 'time' },
  15: { name: 'VARCHAR', kind: 'text' },
  16: { name: 'BIT', kind: 'bits' },
  245: { name: 'JSON', kind: 'text' },
  246: { name: 'DECIMAL', kind: 'decimal' },
  247: { name: 'ENUM', kind: 'text' },
  248: { name: 'SET', kind: 'text' },
  249: { name: 'TINYTEXT', kind: 'text' },
  250: { name: 'MEDIUMTEXT', kind: 'text' },
  251: { name: 'LONGTEXT', kind: 'text' },
  252: { name: 'TEXT', kind: 'text' },
  253: { name: 'VARCHAR', kind: 'text' },
  254: { name: 'CHAR', kind: 'text' },
  255: { name: 'GEOMETRY', kind: 'text' },
}
type Kind = 'integer' | 'decimal' | 'float' | 'time' | 'text' | 'bits' | 'nothing'

/** The character set `binary`: bytes, not text. */
const BINARY = 63
const UNKNOWN = { name: 'VARCHAR', kind: 'text' as const }
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The declared type of a result column in SQL notation. */
export function typeName({ columnType, characterSet, columnLength, decimals }: FieldFacts): string {
  const { name, kind } = TYPES[columnType] ?? UNKNOWN
  if (kind === 'decimal') return `DECIMAL(${columnLength - 2},${decimals})`
  if (kind !== 'text' || characterSet !== BINARY) return name
  return name.replace('TEXT', 'BLOB').replace('VARCHAR', 'VARBINARY').replace(/^CHAR/, 'BINARY')
}

/** Bytes as text if they are valid UTF-8, else the contract's text for bytes. */
function textOf(value: Buffer): string {
  try {
    return utf8.decode(value)
  } catch {
    return '[bytes]'
  }
}

const ascii = (value: unknown) => (value as Buffer).toString('latin1')

/**
 * How the bytes of a field become a cell. SUM of integers is a decimal without decimal places: an integer of any size.
 */
export function columnOf(field: FieldFacts, exactDecimals: boolean): RowColumn {
  const { kind } = TYPES[field.columnType] ?? UNKNOWN
  const column = (type: RowColumn['type'], read: (value: unknown) => Cell): RowColumn => ({
    name: field.name,
    type,
    read,
  })
  switch (kind) {
    case 'integer':
      return column('int', (value) => integerOf(ascii(value)))
    case 'decimal':
      if (field.decimals === 0) return column('int', (value) => integerOf(ascii(value)))
      return column('float', exactDecimals ? ascii : (value) => Number(ascii(value)))
    case 'float':
      return column('float', (value) => Number(ascii(value)))
    case 'time':
      return column('time', (value) => wallMsOf(ascii(value)))
    case 'bits':
      return column('int', (value) => integerOf(`0x${(value as Buffer).toString('hex') || '0'}`))
    case 'nothing':
      return column('object', () => null)
    case 'text':
      return column('text', (value) => textOf(value as Buffer))
  }
}
