import type { Cell } from '../../frame.ts'
import { integerOf, type RowColumn, wallMsOf } from '../shared/rows.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** JSON text has no other way to represent a bigint exactly. */
const bigAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** Bytes arrive as base64: text if they are valid UTF-8, else the contract's text for bytes. */
function bytesAsText(value: unknown): string {
  try {
    return utf8.decode(Buffer.from(String(value), 'base64'))
  } catch {
    return '[bytes]'
  }
}

/** How the JSON values of a column become cells. */
export function columnOf(name: string, declared: string, exactDecimals: boolean): RowColumn {
  const column = (cellType: RowColumn['type'], read: (value: unknown) => Cell): RowColumn => ({
    name,
    type: cellType,
    read,
  })
  const [type = '', parameters] = declared.toLowerCase().split(/[( ]/)
  switch (type) {
    case 'tinyint':
    case 'smallint':
    case 'integer':
    case 'bigint':
      return column('int', (value) => value as number | bigint)
    case 'decimal':
      // SUM of decimals without decimal places is an integer of any size
      if (parameters && / 0\)?$|,0\)?$/.test(declared)) return column('int', (value) => integerOf(String(value)))
      return column('float', exactDecimals ? String : Number)
    case 'real':
    case 'double':
      // NaN and infinities arrive as words
      return column('float', Number)
    case 'boolean':
      return column('bool', Boolean)
    case 'date':
    case 'timestamp':
      return column('time', (value) => wallMsOf(String(value)))
    case 'varbinary':
      return column('text', bytesAsText)
    case 'unknown':
      return column('object', () => null)
    case 'array':
    case 'map':
    case 'row':
      return column('object', (value) => JSON.stringify(value, bigAsText))
    default:
      return column('text', (value) => (typeof value === 'string' ? value : JSON.stringify(value, bigAsText)))
  }
}
