import { GenericType } from '../../../model/dataset.ts'
import type { Cell, CellType } from '../../frame.ts'

/**
 * The contract's code of a result column, from its type and, where the type leaves it open, its values. `isDttm`: the
 * dataset calls a column of this name temporal, which outranks what its values are.
 * A column without any value counts as text, unless its type is a float or a time.
 */
export function genericType(
  type: CellType,
  values: Iterable<Cell>,
  options: { isDttm: boolean; allNull: boolean },
): GenericType {
  if (options.isDttm || type === 'time') return GenericType.temporal
  if (options.allNull && type !== 'float') return GenericType.string
  switch (type) {
    case 'int':
    case 'float':
      return GenericType.numeric
    case 'bool':
      return GenericType.boolean
    case 'text':
      return GenericType.string
    case 'object':
      return mixedType(values)
  }
}

function mixedType(values: Iterable<Cell>): GenericType {
  let found: GenericType | undefined
  for (const value of values) {
    if (value === null || (typeof value === 'number' && Number.isNaN(value))) continue
    const type =
      typeof value === 'number' || typeof value === 'bigint'
        ? GenericType.numeric
        : typeof value === 'boolean'
          ? GenericType.boolean
          : GenericType.string
    if (found !== undefined && found !== type) return GenericType.string
    found = type
  }
  return found ?? GenericType.string
}
