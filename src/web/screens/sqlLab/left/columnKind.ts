import { GenericType } from '../../../../model/dataset/dataset.ts'

const numeric = /INT|SERIAL|DOUBLE|FLOAT|DECIMAL|NUMERIC|REAL|NUMBER|MONEY|LONG/i
const temporal = /DATE|TIME|YEAR/i
const logical = /BOOL|^BIT$/i

/** The kind of a column, derived from its type name in any database. */
export function columnKind(type: string): GenericType {
  if (temporal.test(type)) return GenericType.temporal
  if (logical.test(type)) return GenericType.boolean
  return numeric.test(type) && !/INTERVAL|POINT/i.test(type) ? GenericType.numeric : GenericType.string
}
