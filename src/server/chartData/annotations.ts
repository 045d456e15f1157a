import { planFault } from '../../engine/plan/failure.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { QueryContext, QueryObject } from '../../model/query/queryObject.ts'
import { isRecord } from '../../model/wire/json.ts'
import type { Subject } from '../access/subject.ts'
import { fieldsOfAnswer } from './answerText.ts'
import { type AnswerOptions, NotCachedError, type QueryAnswer } from './queryAnswer.ts'

/** A manually created annotation. Times are wall-clock milliseconds. */
export interface StoredAnnotation {
  start_dttm: number
  end_dttm: number
  short_descr: string
  long_descr: string | null
  json_metadata: string | null
}

/** Who requests annotations, for which dataset, and for which chart of which dashboard (as the request says). */
export interface AnnotationReader {
  subject: Subject
  datasetId: number
  chartId: number | null
  dashboardId: number | null
}

export interface AnnotationSources {
  /** All annotations of a layer; undefined if the layer does not exist for the reader. */
  annotationsOf(layerId: number, reader: AnnotationReader): Promise<StoredAnnotation[] | undefined>
  /**
   * The query of a chart, or an error message if it has none. A chart that the user may not see is reported as missing;
   * readers of a dashboard may read the charts on it.
   */
  contextOfChart(chartId: number, subject: Subject, dashboardId: number | null): Promise<QueryContext | string>
}

type Ask = (context: QueryContext, subject: Subject, options: AnswerOptions) => Promise<QueryAnswer[]>

const COLUMNS = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const

/** A query with annotation layers, in its context. */
interface AnnotatedQuery {
  query: QueryObject
  context: QueryContext
  reader: AnnotationReader
  options: AnswerOptions
}

/** Time limit of one layer on our own screens. */
const LIMIT_MS = 60_000

/**
 * The data of a query's annotation layers as JSON text, `{"<layer>":{…}}`: stored annotations for any time range, or
 * the rows of another chart. Formulas have no data; browsers compute them. Our own screens (columnar encoding) draw the
 * layers that succeed: a layer that fails has `{"error":"…"}`. They get no hidden layers, and for a chart with two
 * queries they get the layers only once.
 * @throws AppError 400 if a layer or its chart is missing, for other encodings
 */
export async function annotationData(
  annotated: AnnotatedQuery,
  sources: AnnotationSources,
  ask: Ask,
  limitMs = LIMIT_MS,
): Promise<Buffer> {
  const { query, context, options } = annotated
  const isScreen = options.encoding === 'columns'
  const isNeeded = (layer: Record<string, unknown>) =>
    !isScreen || (layer.show !== false && context.queries[0] === query)
  const wanted = (query.annotation_layers ?? []).filter(
    (layer) => layer.annotationType !== 'FORMULA' && isNeeded(layer),
  )
  const parts = await Promise.all(
    wanted.map(async (layer) => {
      const name = JSON.stringify(typeof layer.name === 'object' ? '' : String(layer.name ?? ''))
      const load = (signal?: AbortSignal) =>
        layerData(layer, { ...annotated, options: { ...options, signal } }, sources, ask)
      const data = await (isScreen ? dataOrError(load, options.signal, limitMs, options.ofJob) : load(options.signal))
      return [Buffer.from(`${name}:`), data]
    }),
  )
  const joined = parts.flatMap((part, at) => (at ? [Buffer.from(','), ...part] : part))
  return Buffer.concat([Buffer.from('{'), ...joined, Buffer.from('}')])
}

const layerData = (layer: Record<string, unknown>, annotated: AnnotatedQuery, sources: AnnotationSources, ask: Ask) =>
  layer.sourceType === 'NATIVE'
    ? storedData(layer, annotated.reader, sources)
    : chartRows(layer, annotated, sources, ask)

/** The data of a layer, or its error as the result. Throws unexpected errors, and errors of canceled requests. */
async function dataOrError(
  load: (signal: AbortSignal) => Promise<Buffer>,
  signal: AbortSignal | undefined,
  limitMs: number,
  isOfJob = false,
): Promise<Buffer> {
  const limit = AbortSignal.timeout(limitMs)
  try {
    return await load(signal ? AbortSignal.any([signal, limit]) : limit)
  } catch (error) {
    if (signal?.aborted) throw error
    if (limit.aborted) return failedLayer('Query timeout')
    if (!(error instanceof AppError)) throw error
    if (error instanceof NotCachedError && !isOfJob) throw error
    return failedLayer(error.message.replace(/^Error: /, ''))
  }
}

const failedLayer = (error: string) => Buffer.from(JSON.stringify({ error }))

const idOf = (value: unknown): number => (typeof value === 'number' || typeof value === 'string' ? Number(value) : 0)

async function storedData(
  layer: Record<string, unknown>,
  reader: AnnotationReader,
  { annotationsOf }: AnnotationSources,
): Promise<Buffer> {
  const id = idOf(layer.value)
  const annotations = Number.isSafeInteger(id) ? await annotationsOf(id, reader) : undefined
  if (!annotations) throw planFault('The annotation layer does not exist')
  const records = annotations.map((annotation) =>
    Object.fromEntries(COLUMNS.map((column) => [column, annotation[column]])),
  )
  return Buffer.from(JSON.stringify({ columns: COLUMNS, records }))
}

async function chartRows(
  layer: Record<string, unknown>,
  { query: host, context: { force }, reader: { subject, dashboardId }, options }: AnnotatedQuery,
  { contextOfChart }: AnnotationSources,
  ask: Ask,
): Promise<Buffer> {
  const id = idOf(layer.value)
  const context = Number.isSafeInteger(id) ? await contextOfChart(id, subject, dashboardId) : 'The chart does not exist'
  if (typeof context === 'string') throw planFault(context)
  const overrides = isRecord(layer.overrides) ? layer.overrides : {}
  const [query] = context.queries
  if (!query) throw planFault('The chart query context does not exist')
  const [answer] = await ask(
    { ...context, force, result_type: 'full', result_format: 'json', queries: [overridden(query, overrides, host)] },
    subject,
    // readers of a dashboard get the data of its other charts, too
    { ...options, encoding: 'rows', data: { dashboardId, chartId: id } },
  )
  const fields = answer && fieldsOfAnswer(answer.body)
  const [columns = EMPTY, records = EMPTY] = [fields?.get('colnames'), fields?.get('data')]
  return Buffer.concat([Buffer.from('{"columns":'), columns, Buffer.from(',"records":'), records, Buffer.from('}')])
}

const EMPTY = Buffer.from('[]')

/**
 * The query of a layer's chart with the time column, range, grain and shift of the layer; null means that of the
 * annotated chart. Annotation layers of the layer's chart are ignored.
 */
function overridden(query: QueryObject, overrides: Record<string, unknown>, host: QueryObject): QueryObject {
  const { annotation_layers: _, ...own } = query
  const range = overrideOf(overrides.time_range, () => timeRangeOf(host))
  const grain = overrideOf(overrides.time_grain_sqla, () => timeGrainOf(host))
  const column = overrideOf(overrides.granularity, () => host.granularity)
  const shift = overrideOf(overrides.time_shift, () => host.time_shift)
  return {
    ...own,
    ...(range !== undefined && withTimeRange(own, range)),
    ...(column !== undefined && { granularity: column }),
    ...(shift !== undefined && { time_shift: shift }),
    ...(grain !== undefined && {
      extras: { ...query.extras, time_grain_sqla: grain },
      columns: query.columns?.map((column) =>
        typeof column === 'object' && column.columnType === 'BASE_AXIS' ? { ...column, timeGrain: grain } : column,
      ),
    }),
  }
}

/** Absent and empty overrides do not change the value of the layer's chart. */
function overrideOf(value: unknown, ofHost: () => string | null | undefined): string | undefined {
  const wanted = value === null ? ofHost() : value
  return typeof wanted === 'string' && wanted !== '' ? wanted : undefined
}

const isTimeFilter = ({ op }: { op: string }) => op === 'TEMPORAL_RANGE'

function timeRangeOf({ time_range: range, filters = [] }: QueryObject): string | undefined {
  const value = range || filters.find(isTimeFilter)?.val
  return typeof value === 'string' ? value : undefined
}

function timeGrainOf({ extras, columns = [] }: QueryObject): string | null | undefined {
  const axis = columns.find((column) => typeof column === 'object' && column.columnType === 'BASE_AXIS')
  return extras?.time_grain_sqla ?? (typeof axis === 'object' ? axis.timeGrain : undefined)
}

/** Newer charts have their time range in a filter. */
function withTimeRange({ filters = [] }: QueryObject, range: string): Partial<QueryObject> {
  if (!filters.some(isTimeFilter)) return { time_range: range }
  return { filters: filters.map((filter) => (isTimeFilter(filter) ? { ...filter, val: range } : filter)) }
}
