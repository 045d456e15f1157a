import { AppError } from '../../../model/errors/errors.ts'
import { AdvancedTypesAnswer, ConvertedAnswer } from '../../../model/query/advancedTypeAnswers.ts'
import { type AdvancedValue, advancedTypeNames, convertAdvanced } from '../../../model/query/advancedTypes.ts'
import { objectOf, QueryViolation, textOf } from '../../../model/wire/listQuery.ts'
import { readQ } from '../../listing/list.ts'
import { qParam } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'

const path = '/api/v1/advanced_data_type'

const mostValues = 1000

function parseQuestion(q: unknown): { type: string; values: (string | number)[] } {
  const options = objectOf(q)
  const type = textOf(options, 'type')
  const { values } = options
  if (type === undefined) throw new QueryViolation("'type' is a required property")
  if (!Array.isArray(values)) throw new QueryViolation("'values' is a required property")
  if (values.length === 0) throw new QueryViolation('[] is too short')
  if (values.length > mostValues) throw new QueryViolation(`values: more than ${mostValues}`)
  const wrong = values.find((value) => typeof value !== 'string' && typeof value !== 'number')
  if (wrong !== undefined) throw new QueryViolation('values: text and numbers only')
  // checked above
  return { type, values: values as (string | number)[] }
}

/** Node writes this text into the JSON as it is; TypeScript does not know the function yet. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

/** A number beyond 2^53 keeps its digits. */
function written(value: AdvancedValue): unknown {
  if (typeof value === 'bigint') return rawJSON(String(value))
  if ('start' in value) return { start: rawJSON(String(value.start)), end: rawJSON(String(value.end)) }
  return value.map((item) => rawJSON(String(item)))
}

/** Advanced data types of columns: their names, and the numbers for values that were written in words. */
export const advancedTypeRoutes: Resource = (app) => {
  const config = { requires: 'can_read:AdvancedDataType' } as const

  app.get(`${path}/types`, { config: { ...config, answer: AdvancedTypesAnswer } }, async () => ({
    result: advancedTypeNames,
  }))

  app.get(
    `${path}/convert`,
    { config: { ...config, answer: ConvertedAnswer }, schema: { querystring: qParam } },
    async ({ query }) => {
      const { type, values } = readQ(query.q, parseQuestion)
      const converted = convertAdvanced(type, values)
      if (!converted) throw new AppError('GENERIC_COMMAND_ERROR', 400, `Invalid advanced data type: ${type}`)
      return { result: { ...converted, values: converted.values.map(written) } }
    },
  )
}
