import type { Dialect } from '../../engine/dialects/dialect.ts'
import { type Dataset, GenericType } from '../../model/dataset/dataset.ts'
import { genericTypeOf } from '../../model/query/columnType.ts'
import { TIME_GRAIN_NAMES } from '../../model/time/timeGrain.ts'
import type { QueryAnswer } from './queryAnswer.ts'

/** Results as JSON text. The rows in them are bytes from a child; nothing here parses them. */

const OPEN = Buffer.from('{')
const ANNOTATIONS = Buffer.from(',"annotation_data":')
const jsonAnswer = (value: unknown, rowcount = 0): QueryAnswer => ({
  body: Buffer.from(JSON.stringify(value)),
  rowcount,
})

/** The fields of the child and our own fields as one object. `annotations` is already JSON text. */
export function fullAnswer(
  { body, rowcount }: QueryAnswer,
  annotations: Buffer,
  fields: Record<string, unknown>,
): QueryAnswer {
  const ours = Buffer.from(`,${JSON.stringify(fields).slice(1)}`)
  return { body: Buffer.concat([OPEN, body, ANNOTATIONS, annotations, ours]), rowcount }
}

/** The result with only its names, types and rows. */
export function resultsAnswer({ body, rowcount }: QueryAnswer): QueryAnswer {
  const wanted = fieldsOf(body).filter(({ name }) => ['colnames', 'coltypes', 'data', 'columns'].includes(name))
  const parts = wanted.flatMap(({ start, end }, index) => [
    Buffer.from(index === 0 ? '{' : ','),
    body.subarray(start, end),
  ])
  return { body: Buffer.concat([...parts, Buffer.from('}')]), rowcount }
}

export const queryTextAnswer = (sql: string): QueryAnswer => jsonAnswer({ query: sql, language: 'sql' })

export function columnsAnswer(dataset: Dataset): QueryAnswer {
  const data = dataset.columns.map((column) => ({
    column_name: column.column_name,
    verbose_name: column.verbose_name,
    dtype: column.is_dttm ? GenericType.temporal : listedType(column.type),
  }))
  return jsonAnswer({ data }, data.length)
}

/**
 * Here the contract distinguishes only times and numbers; everything else is text, including columns without a type.
 */
function listedType(declaredType: string | null): GenericType {
  const type = genericTypeOf(declaredType)
  return type === GenericType.temporal || type === GenericType.numeric ? type : GenericType.string
}

export function timeGrainsAnswer({ listedGrains, timeGrains }: Dialect): QueryAnswer {
  const data = listedGrains.map((duration) => ({
    name: TIME_GRAIN_NAMES[duration],
    function: timeGrains[duration]?.('{col}') ?? '',
    duration,
  }))
  return jsonAnswer({ data }, data.length)
}

/** The values of the first column of a columnar result: a JSON list. */
export function columnOf(answer: Buffer): Buffer {
  const body = answer.subarray(1, -1)
  const columns = fieldsOf(body).find(({ name }) => name === 'columns')
  const start = (columns?.start ?? 0) + '"columns":['.length
  return body.subarray(start, start + valueEnd(body.subarray(start), 0))
}

/** The fields of a complete result, each as JSON text. */
export function fieldsOfAnswer(answer: Buffer): Map<string, Buffer> {
  const body = answer.subarray(1, -1)
  return new Map(
    fieldsOf(body, false).map(({ name, start, end }) => [
      name,
      body.subarray(start + JSON.stringify(name).length + 1, end),
    ]),
  )
}

interface Field {
  name: string
  /** Bytes of `"name":value`. */
  start: number
  end: number
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** The fields of an object without its braces. Rows at the end are copied without parsing. */
function fieldsOf(body: Buffer, endsWithRows = true): Field[] {
  const fields: Field[] = []
  for (let at = 0; at < body.length; ) {
    const name = body.toString('utf8', at + 1, stringEnd(body, at) - 1)
    const end = endsWithRows && isRows(name) ? body.length : valueEnd(body, at)
    fields.push({ name, start: at, end })
    at = end + 1
  }
  return fields
}

const isRows = (name: string) => name === 'data' || name === 'columns'

/** The end of the string that starts at a quote, including its closing quote. */
function stringEnd(body: Buffer, from: number): number {
  let at = from + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at + 1
}

/** The position of the comma after the value that starts here, or of the end of its container. */
function valueEnd(body: Buffer, from: number): number {
  let depth = 0
  let at = from
  while (at < body.length) {
    const byte = body[at] as number
    if (byte === QUOTE) {
      at = stringEnd(body, at)
      continue
    }
    if (OPENING.has(byte)) depth += 1
    if (CLOSING.has(byte)) depth -= 1
    if (depth < 0 || (byte === COMMA && depth === 0)) return at
    at += 1
  }
  return at
}
