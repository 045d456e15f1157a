import { isRecord } from '../../../model/wire/json.ts'
import { type AnnotationLayer, nativeSource } from './layer.ts'

/** The data of one layer in a result. */
interface LayerRows {
  columns: string[]
  records: Record<string, unknown>[]
}

/** An event, or an interval if it has an end. Times are epoch ms. */
export interface AnnotationMark {
  start: number
  end: number | null
  title: string
  /** lines of text */
  details: string[]
}

/** A line of a layer over time. */
interface AnnotationLine {
  /** '' if the layer has a single line */
  name: string
  points: [time: number, value: number | null][]
}

type Data = Record<string, unknown> | undefined

/** The layers of a result that have an error, by name. */
export function failedLayers(data: Data): { name: string; message: string }[] {
  return Object.entries(data ?? {}).flatMap(([name, each]) =>
    isRecord(each) && typeof each.error === 'string' ? [{ name, message: each.error }] : [],
  )
}

function rowsOf(data: Data, { name }: AnnotationLayer): LayerRows {
  const own = data && Object.hasOwn(data, name) ? data[name] : undefined
  const records = isRecord(own) && Array.isArray(own.records) ? own.records.filter(isRecord) : []
  const columns =
    isRecord(own) && Array.isArray(own.columns) ? own.columns.filter((each) => typeof each === 'string') : []
  return { records, columns: columns.length > 0 ? columns : Object.keys(records[0] ?? {}) }
}

/** The time column of a chart over time for which no time column is configured. */
const standardTime = '__timestamp'

/** The columns of a layer; those of stored annotations are fixed. */
function columnsOf(layer: AnnotationLayer) {
  if (layer.sourceType === nativeSource) {
    return { time: 'start_dttm', end: 'end_dttm', title: 'short_descr', details: ['long_descr'] }
  }
  const { timeColumn, intervalEndColumn, titleColumn, descriptionColumns } = layer
  return { time: timeColumn || standardTime, end: intervalEndColumn, title: titleColumn, details: descriptionColumns }
}

/** The events or intervals of a layer. Rows without a time, and intervals without an end, are left out. */
export function readMarks(data: Data, layer: AnnotationLayer): AnnotationMark[] {
  const columns = columnsOf(layer)
  const isInterval = layer.annotationType === 'INTERVAL'
  return rowsOf(data, layer).records.flatMap((record) => {
    const start = timeOf(record[columns.time])
    const end = isInterval ? timeOf(record[columns.end]) : null
    if (start === null || (isInterval && end === null)) return []
    const details = columns.details.map((column) => written(record[column])).filter((line) => line !== '')
    const bounds = end !== null && end < start ? { start: end, end: start } : { start, end }
    return [{ ...bounds, title: written(record[columns.title]), details }]
  })
}

/** The lines of a layer: one for each column with numbers, ordered by time. */
export function readLines(data: Data, layer: AnnotationLayer): AnnotationLine[] {
  const { columns, records } = rowsOf(data, layer)
  const time = [layer.timeColumn, standardTime].find((name) => columns.includes(name)) ?? columns[0]
  if (time === undefined) return []
  const rows = records
    .flatMap((record) => {
      const at = timeOf(record[time])
      return at === null ? [] : [{ at, record }]
    })
    .sort((one, other) => one.at - other.at)
  const values = columns.filter((name) => name !== time && rows.some(({ record }) => numberOf(record[name]) !== null))
  return values.map((name) => ({
    name: values.length === 1 ? '' : name,
    points: rows.map(({ at, record }) => [at, numberOf(record[name])]),
  }))
}

const written = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

function numberOf(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/

/** Times of results are wall-clock times: a text without a time zone is not converted. */
function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const ms = Date.parse(withoutZone.test(value) ? `${value.replace(' ', 'T')}Z` : value)
  return Number.isNaN(ms) ? null : ms
}
