import { trueMinus } from '../trueMinus.ts'

/** From this value on, formats without an exponent write rows of zeros. */
const large = 1e21
/** Maximum characters of a large number in its format: 1,000,000,000,000,000,000,000. */
const longest = 30

/** A number in its format; 1e+308 if the format would write hundreds of digits. */
export function mapNumber(write: (value: number) => string, value: number): string {
  const text = write(value)
  const isLegible = Math.abs(value) < large || text.length <= longest
  return trueMinus(isLegible ? text : String(Number(value.toPrecision(3))))
}
