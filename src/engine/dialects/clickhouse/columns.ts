import type { Cell } from '../../frame.ts'
import { integerOf, type RowColumn, wallMsOf } from '../shared/rows.ts'

/** Type names as printed by the server; only the wrapped type matters. */
const unwrapped = (type: string): string => {
  const inner = /^(?:Nullable|LowCardinality|SimpleAggregateFunction)\((?:\w+, )?(.*)\)$/s.exec(type)
  return inner ? unwrapped(inner[1] ?? '') : type
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, bigAsNumber))
/** JSON text has no other way to represent a bigint exactly. */
const bigAsNumber = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** How the JSON values of a column become cells. Numbers may be quoted, depending on server settings. */
export function columnOf(name: string, declared: string, exactDecimals: boolean): RowColumn {
  const type = unwrapped(declared)
  const column = (cellType: RowColumn['type'], read: (value: unknown) => Cell): RowColumn => ({
    name,
    type: cellType,
    read,
  })
  if (/^U?Int\d+$/.test(type)) {
    return column('int', (value) => (typeof value === 'string' ? integerOf(value) : (value as number | bigint)))
  }
  if (type.startsWith('Decimal')) return column('float', exactDecimals ? String : Number)
  if (/^B?Float/.test(type)) return column('float', Number)
  if (type === 'Bool') return column('bool', Boolean)
  if (type.startsWith('Date')) return column('time', (value) => wallMsOf(String(value)))
  if (type === 'Nothing') return column('object', () => null)
  if (/^(Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic)/.test(type)) return column('object', asText)
  return column('text', asText)
}
