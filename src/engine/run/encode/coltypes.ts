import { GenericType } from '../../../model/dataset/dataset.ts'
import type { Cell, CellType } from '../../frame.ts'

/**
 * The contract's code of a result column, from its type and, if the type does not decide, from its values. `isTime`:
 * the query or the dataset declares it as a time, which overrides the values. `isEmpty`: SQL returned no value for it,
 * so it counts as text regardless of its SQL type.
 */
export function genericType(
  type: CellType,
  values: Iterable<Cell>,
  options: { isTime: boolean; isEmpty: boolean },
): GenericType {
  if (options.isTime) return GenericType.temporal
  if (options.isEmpty) return GenericType.string
  switch (type) {
    case 'int':
    case 'float':
      return GenericType.numeric
    case 'bool':
      return GenericType.boolean
    case 'text':
      return GenericType.string
    case 'time':
      return GenericType.temporal
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
