import { GenericType } from '../../../model/dataset/dataset.ts'

/** The contract's generic type of a column type in DuckDB's notation. */
export function genericTypeOf(type: string): GenericType {
  if (/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL|BIGNUM)\b(?!.*\[\])/.test(type)) {
    return GenericType.numeric
  }
  if (/^(DATE|TIMESTAMP)(?!.*\[\])/.test(type)) return GenericType.temporal
  return type === 'BOOLEAN' ? GenericType.boolean : GenericType.string
}
