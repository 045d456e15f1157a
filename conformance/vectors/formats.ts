import { numberFormatter, timeFormatter } from '../../src/charts/shared/format/index.ts'
import { siAtMost } from '../../src/charts/shared/format/number.ts'

/** A line of the vector file `formats.json`. */
export interface FormatVector {
  id: string
  kind: 'number' | 'time' | 'time_of_grain' | 'time_with_grain' | 'si_at_most_n_digits'
  format?: string
  grain?: string
  digits?: number
  values: [value: unknown, text: string][]
}

/** null if every value is formatted as in the vector, else the first difference. */
export function checkFormatVector(vector: FormatVector): string | null {
  const format = formatterOf(vector)
  const wrong = vector.values.find(([value, text]) => format(valueOf(value)) !== text)
  if (!wrong) return null
  const [value, text] = wrong
  return `${JSON.stringify(value)}: expected ${JSON.stringify(text)}, got ${JSON.stringify(format(valueOf(value)))}`
}

function formatterOf(vector: FormatVector): (value: number | null) => string {
  switch (vector.kind) {
    case 'number':
      return numberFormatter(vector.format)
    case 'si_at_most_n_digits':
      return siAtMost(vector.digits as number)
    case 'time':
      return timeFormatter(vector.format)
    case 'time_of_grain':
      return timeFormatter(undefined, vector.grain)
    case 'time_with_grain':
      return timeFormatter(vector.format, vector.grain)
  }
}

function valueOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return value as number | null
  const special = value as Record<string, number>
  if (special.inf) return special.inf * Number.POSITIVE_INFINITY
  return special.nan ? Number.NaN : -0
}
