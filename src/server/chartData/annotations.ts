import { planFault } from '../../engine/plan/failure.ts'
import type { QueryContext, QueryObject } from '../../model/query/queryObject.ts'
import { isRecord } from '../../model/wire/json.ts'
import type { Subject } from '../access/subject.ts'
import { fieldsOfAnswer } from './answerText.ts'
import type { AnswerOptions, QueryAnswer } from './queryAnswer.ts'

/** A manually created annotation. Times are wall-clock milliseconds. */
export interface StoredAnnotation {
  start_dttm: number
  end_dttm: number
  short_descr: string
  long_descr: string | null
  json_metadata: string | null
}

/** Who requests annotations, for which dataset, and for which chart (as the request says). */
export interface AnnotationReader {
  subject: Subject
  datasetId: number
  chartId: number | null
}

export interface AnnotationSources {
  /** All annotations of a layer; undefined if the layer does not exist for the reader. */
  annotationsOf(layerId: number, reader: AnnotationReader): Promise<StoredAnnotation[] | undefined>
  /** The query of a chart, or an error message if it has none. Hidden charts do not exist. */
  contextOfChart(chartId: number, subject: Subject): Promise<QueryContext | string>
}

type Ask = (context: QueryContext, subject: Subject, options: AnswerOptions) => Promise<QueryAnswer[]>

const COLUMNS = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const

/**
 * The data of a query's annotation layers as JSON text, `{"<layer>":{…}}`: stored annotations for any time range, or
 * the rows
 * of another chart. Formulas have no data; browsers compute them.
 * @throws AppError 400 if a layer or its chart is missing
 */
export async function annotationData(
  layers: readonly Record<string, unknown>[],
  context: QueryContext,
  reader: AnnotationReader,
  options: AnswerOptions,
  sources: AnnotationSources,
  ask: Ask,
): Promise<Buffer> {
  const wanted = layers.filter(({ annotationType }) => annotationType !== 'FORMULA')
  const parts = await Promise.all(
    wanted.map(async (layer) => {
      const name = JSON.stringify(String(layer.name ?? ''))
      const data =
        layer.sourceType === 'NATIVE'
          ? await storedData(layer, reader, sources)
          : await chartRows(layer, context, reader.subject, options, sources, ask)
      return [Buffer.from(`${name}:`), data]
    }),
  )
  const joined = parts.flatMap((part, at) => (at ? [Buffer.from(','), ...part] : part))
  return Buffer.concat([Buffer.from('{'), ...joined, Buffer.from('}')])
}

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
  { force }: QueryContext,
  subject: Subject,
  options: AnswerOptions,
  { contextOfChart }: AnnotationSources,
  ask: Ask,
): Promise<Buffer> {
  const id = idOf(layer.value)
  const context = Number.isSafeInteger(id) ? await contextOfChart(id, subject) : 'The chart does not exist'
  if (typeof context === 'string') throw planFault(context)
  const overrides = isRecord(layer.overrides) ? layer.overrides : {}
  const [query] = context.queries
  if (!query) throw planFault('The chart query context does not exist')
  const { data: _, ...rest } = options
  const [answer] = await ask(
    { ...context, force, result_type: 'full', result_format: 'json', queries: [overridden(query, overrides)] },
    subject,
    { ...rest, encoding: 'rows' },
  )
  const fields = answer && fieldsOfAnswer(answer.body)
  const [columns = EMPTY, records = EMPTY] = [fields?.get('colnames'), fields?.get('data')]
  return Buffer.concat([Buffer.from('{"columns":'), columns, Buffer.from(',"records":'), records, Buffer.from('}')])
}

const EMPTY = Buffer.from('[]')

/** A layer may use another time range than its chart. Annotation layers of that chart are ignored. */
function overridden(query: QueryObject, overrides: Record<string, unknown>): QueryObject {
  const { time_grain_sqla: grain, time_range: range } = overrides
  const { annotation_layers: _, ...own } = query
  return {
    ...own,
    ...(typeof range === 'string' && range ? { time_range: range } : {}),
    ...(typeof grain === 'string' && grain
      ? {
          extras: { ...query.extras, time_grain_sqla: grain },
          columns: query.columns?.map((column) =>
            typeof column === 'object' && column.columnType === 'BASE_AXIS' ? { ...column, timeGrain: grain } : column,
          ),
        }
      : {}),
  }
}
