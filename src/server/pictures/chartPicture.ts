import { createHash } from 'node:crypto'
import { loadDrawing } from '../../charts/drawn.ts'
import { findChart as findType, shownType } from '../../charts/index.ts'
import { openFormData } from '../../charts/openFormData.ts'
import { chartDatasource } from '../../charts/shared/chartDatasource.ts'
import type { ChartDatasource, ChartType, StillModule } from '../../charts/shared/contract.ts'
import { type MissingChart, withoutLimits } from '../../charts/shared/sourceCharts.ts'
import type { ChartMode } from '../../charts/shared/theme.ts'
import { loadStill } from '../../charts/stills.ts'
import { mergeExtraFormData } from '../../model/dashboard/dataMaskMerge.ts'
import { AppError } from '../../model/errors/errors.ts'
import { areasAddress } from '../../model/geography/savedMap.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { mostSourceCharts } from '../../model/query/sourceCharts.ts'
import type { Subject } from '../access/subject.ts'
import type { WrapOptions } from '../cache/cache.ts'
import { fieldsOfAnswer } from '../chartData/answerText.ts'
import { contextOfFormData } from '../chartData/chartContext.ts'
import { groupedFields } from '../chartData/groupedFields.ts'
import { NotCachedError } from '../chartData/queryAnswer.ts'
import { openSource } from '../chartData/sourceChart.ts'
import { areasOfMap } from '../entities/boundaryMaps.ts'
import { formDataOf, type ShownChart } from '../entities/charts.ts'
import { findDataset } from '../entities/datasets.ts'
import type { Services } from '../services.ts'
import type { ChartOrder, Edge, Size } from './protocol.ts'
import { pictureFailure } from './renderer.ts'

type PictureServices = Pick<Services, 'cache' | 'can' | 'chartData' | 'db' | 'now' | 'pictures' | 'pictureStamp'>

export interface PictureWishes {
  size: Size
  mode?: ChartMode
  /** Pixels of the image for each px of the drawing. */
  zoom?: number
  format?: 'svg' | 'png' | 'small'
  edge?: Edge
  detail?: ChartOrder['detail']
  /** The picture of a table is not higher than its rows. */
  isTrimmed?: boolean
  /** Compute the data again, even if they are cached. */
  force?: boolean
  /** Draw only what is cached for the subject: no query runs, and no request is sent to the database. */
  fromCache?: boolean
  /** The dashboard on which it is shown, with what its filters add to the chart. */
  dashboard?: {
    id: number
    extraFormData: Record<string, unknown>
    labelColors: Record<string, string>
    colorScheme: string | undefined
    /** The drawing lists the labels that it has colored. */
    tellsColors?: boolean
  }
  /** Parameters of an address, which templates may read. */
  args?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

/** Whether charts of a type are drawn as pictures: not filter boxes, types of plugins and unknown types. */
export const hasPicture = (vizType: string): boolean => {
  const type = findType(vizType)
  return type !== undefined && !type.filtersDashboard
}

const tooLarge = () => pictureFailure('The chart has too many values to be drawn as an image.')

const EDGE: Edge = { top: 12, bottom: 12, side: 12 }
const CACHE_MS = 3_600_000
/** A larger result would not be readable as an image, and would take long to draw. */
const MOST_BYTES = 16 * 1024 * 1024
/** Images know the time only in steps of this length, so that they can be reused. They mark an unfinished period. */
const CLOCK_MS = 3_600_000
/** Images of cached results are requested more often, and no query runs for them. */
const FROM_CACHE = { mostBytes: 1024 * 1024, clockMs: 24 * 3_600_000, keptMs: 24 * 3_600_000 }
const COMPUTED = { mostBytes: MOST_BYTES, clockMs: CLOCK_MS, keptMs: CACHE_MS }
/** Fields that describe the response, not the data. */
const ofAnswer = new Set(['is_cached', 'cached_dttm', 'cache_timeout', 'query', 'stacktrace'])

/**
 * A chart as a picture, computed from data that are read with the subject's rights: a reader who sees other rows gets
 * another image. The caller has checked that the subject may read the chart.
 * @throws AppError if the data cannot be read, or not be drawn
 */
export const chartPicture = async (...asked: Parameters<typeof readChart>): Promise<Buffer> =>
  (await drawnChart(...asked)).picture

/** The picture of a chart with its key: equal keys mean equal pictures. */
export async function drawnChart(...asked: Parameters<typeof readChart>): Promise<{ key: string; picture: Buffer }> {
  const [, , , { signal }] = asked
  const { key, draw } = await readChart(...asked)
  return { key, picture: await draw(signal) }
}

/** A chart whose data have been read. */
export interface ReadChart {
  key: string
  /**
   * Its picture, from the cache if possible. `colors`: colors of labels, in addition to those of `PictureWishes`.
   * @throws AppError if it cannot be drawn
   */
  draw(signal?: AbortSignal, colors?: Record<string, string>): Promise<Buffer>
}

/** Reads a chart and draws it in a second step, for callers that may need only the key. */
export async function readChart(
  services: PictureServices,
  chart: ShownChart,
  subject: Subject,
  wishes: PictureWishes,
): Promise<ReadChart> {
  const { cache, pictures } = services
  const { order, results } = await orderOf(services, chart, subject, wishes)
  const { zoom = 2, format = 'png', force = false, fromCache = false } = wishes
  const { mostBytes, keptMs } = fromCache ? FROM_CACHE : COMPUTED
  const bytes = results.reduce((sum, { length }) => sum + length, 0)
  if (bytes > mostBytes) throw tooLarge()
  const kind = `${await services.pictureStamp()} ${format} ${zoom}`
  const key = keyOf(order, results, kind)
  return {
    key,
    async draw(signal, colors) {
      const wrapping = { ttlMs: keptMs, force, ...(signal && { signal }) }
      const colored = colors ? { ...order, labelColors: { ...order.labelColors, ...colors } } : order
      const ownKey = colors ? keyOf(colored, results, kind) : key
      const compute = (stop: AbortSignal) =>
        pictures.draw(
          { kind: 'chart', order: colored, results, format, zoom },
          { reader: subject.user?.id, signal: stop },
        )
      if (fromCache) {
        const picture = await drawnOnce(services, ownKey, wrapping, compute)
        if (!picture) throw pictureFailure('The image could not be drawn.')
        return picture
      }
      const { answer } = await cache.wrap(ownKey, wrapping, async (stop) => ({
        body: await compute(stop),
        rowcount: 0,
        computedOn: services.now(),
      }))
      return answer.body
    },
  }
}

/** Milliseconds after which a picture that could not be drawn is tried again. */
export const UNDRAWABLE_MS = 600_000

/**
 * A picture for a list, from the cache if possible. undefined if it cannot be drawn: this is not tried again for ten
 * minutes.
 */
export async function drawnOnce(
  { cache, now }: Pick<PictureServices, 'cache' | 'now'>,
  key: string,
  wrapping: WrapOptions,
  draw: (stop: AbortSignal) => Promise<Buffer>,
): Promise<Buffer | undefined> {
  const { answer, isHit } = await cache.wrap(key, wrapping, async (stop) => ({
    body: await draw(stop).catch(asEmpty),
    rowcount: 0,
    computedOn: now(),
  }))
  if (answer.body.length > 0) return answer.body
  if (!isHit) await cache.set(key, answer, UNDRAWABLE_MS)
  return undefined
}

function asEmpty(error: unknown): Buffer {
  if (error instanceof AppError && error.status === 422) return Buffer.alloc(0)
  throw error
}

/**
 * A hash of everything that is drawn and of the version of the code that draws it: no reader gets the picture of
 * another reader or of an older version.
 */
function keyOf(order: ChartOrder, results: readonly Buffer[], kind: string): string {
  const hash = createHash('sha256').update(`${kind}\n${JSON.stringify(order)}`)
  for (const result of results) {
    for (const [name, value] of fieldsOfAnswer(result)) if (!ofAnswer.has(name)) hash.update(`\n${name}`).update(value)
  }
  return `picture ${hash.digest('hex')}`
}

async function orderOf(
  services: PictureServices,
  chart: ShownChart,
  subject: Subject,
  wishes: PictureWishes,
): Promise<{ order: ChartOrder; results: Buffer[] }> {
  const { size, mode = 'light', edge = EDGE, isTrimmed = false, detail, dashboard } = wishes
  const { force = false, fromCache = false, args = {}, signal } = wishes
  const { clockMs } = fromCache ? FROM_CACHE : COMPUTED
  const opened = await openFormData(formDataOf(chart))
  if (!opened || opened.chart.filtersDashboard) {
    throw pictureFailure(`Charts of the type ${chart.viz_type} cannot be drawn as an image.`)
  }
  const { type, folder, name, drawnWith, drawsAnyQuery = false, drawsCharts } = opened.chart
  const reader = {
    services,
    subject,
    force,
    fromCache,
    args,
    signal,
    dashboardId: dashboard?.id,
    filters: dashboard?.extraFormData ?? {},
  }
  const { formData, data, datasource } = drawsCharts
    ? await ofSources(reader, opened.chart, opened.formData)
    : await ofChart(reader, chart, opened.formData)
  const maps = await mapsOf(services, [{ type: opened.chart, formData }, ...sourcesIn(formData)])
  return {
    order: {
      ...(maps && { maps }),
      type: { type, folder, name, drawnWith, drawsAnyQuery },
      formData,
      datasource,
      size,
      edge,
      isTrimmed,
      ...(detail && { detail }),
      mode,
      ...(subject.user?.language !== undefined && { language: subject.user.language }),
      ...(dashboard && { labelColors: dashboard.labelColors }),
      ...(dashboard?.tellsColors && { tellsColors: true }),
      ...(dashboard?.colorScheme !== undefined && { colorScheme: dashboard.colorScheme }),
      now: Math.floor(services.now() / clockMs) * clockMs,
    },
    results: data,
  }
}

type Drawn = { type: Pick<ChartType, 'drawnWith' | 'folder'>; formData: Record<string, unknown> }

/** The charts that a chart draws, as `ofSources` has added them. */
const sourcesIn = (formData: Record<string, unknown>) => (formData['source_charts'] ?? []) as Drawn[]

/** The areas of the maps with custom boundaries that charts show; undefined if they show none. */
async function mapsOf({ db }: PictureServices, charts: readonly Drawn[]): Promise<Record<string, string> | undefined> {
  const found: Record<string, string> = {}
  for (const { type, formData } of charts) {
    if (type.drawnWith !== 'echarts') continue
    const { drawing } = await loadDrawing(type.folder)
    const key = drawing.ownMap?.(formData)
    const map = key === undefined ? undefined : await areasOfMap(db, key)
    if (key !== undefined && map) found[areasAddress(key)] = map.areas
  }
  return Object.keys(found).length === 0 ? undefined : found
}

interface Reader {
  services: PictureServices
  subject: Subject
  force: boolean
  fromCache: boolean
  args: Readonly<Record<string, string>>
  signal: AbortSignal | undefined
  dashboardId: number | undefined
  filters: Record<string, unknown>
}

/** The results of a chart, as the engine has sent them. */
async function read(
  { services, subject, force, fromCache, args, signal, dashboardId, filters }: Reader,
  chart: ShownChart,
  {
    extraFormData = filters,
    isUnlimited = false,
  }: { extraFormData?: Record<string, unknown>; isUnlimited?: boolean | undefined } = {},
): Promise<{ context: QueryContext; data: Buffer[]; datasource: ChartDatasource }> {
  const dataset = chart.datasource_id === null ? undefined : await findDataset(services.db, chart.datasource_id)
  if (!dataset) throw pictureFailure('The chart has no dataset any more.')
  const context = await contextOfFormData(chart, dataset, { extraFormData, force })
  if (!context) throw pictureFailure(`Charts of the type ${chart.viz_type} cannot be drawn as an image.`)
  const asked = isUnlimited ? { ...context, queries: context.queries.map(withoutLimits) } : context
  const answers = await services.chartData.answer(asked, subject, {
    encoding: 'columns',
    args,
    data: { chartId: chart.id, dashboardId: dashboardId ?? null },
    ...(fromCache && { fromCache: 'all' }),
    ...(signal && { signal }),
  })
  return { context, data: answers.map(({ body }) => body), datasource: chartDatasource(dataset) }
}

async function ofChart(reader: Reader, chart: ShownChart, formData: Record<string, unknown>) {
  const { context, data, datasource } = await read(reader, chart)
  return { formData: { ...formData, ...groupedFields(context, reader.filters) }, data, datasource }
}

/** The data of the other charts that a chart draws, as far as the subject may read them. */
async function ofSources(reader: Reader, chart: ChartType, formData: Record<string, unknown>) {
  const wanted = await sourcesOf(chart, formData)
  const [asked, rest] = [wanted.charts.slice(0, mostSourceCharts), wanted.charts.slice(mostSourceCharts)]
  const tooMany = `A chart draws at most ${mostSourceCharts} other charts.`
  if (rest.length > 0 && !wanted.isPartial) throw pictureFailure(tooMany)
  const found = await readSources(reader, asked, wanted)
  const sources = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const [first] = sources
  const missing_charts = found.flatMap((each, at): MissingChart[] => {
    if (each.status === 'fulfilled') return []
    const { reason }: { reason: unknown } = each
    const canBeLeftOut = wanted.isPartial && first !== undefined && reason instanceof AppError
    if (!canBeLeftOut || reason instanceof NotCachedError) throw reason
    return [{ id: asked[at] ?? 0, message: reason.message }]
  })
  if (first === undefined) throw pictureFailure('Select at least one saved chart.')
  return {
    formData: {
      ...formData,
      source_charts: sources.map(({ data: _data, ...source }) => source),
      missing_charts: [...missing_charts, ...rest.map((id) => ({ id, message: tooMany }))],
    },
    data: sources.flatMap(({ data }) => data),
    datasource: first.datasource,
  }
}

/**
 * Charts with their results, or why they have none. Stops reading when the results are too large together.
 * @throws AppError in this case
 */
async function readSources(reader: Reader, ids: readonly number[], wanted: Wanted) {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(reader.signal ? [reader.signal] : [])])
  let bytes = 0
  const found = await Promise.allSettled(
    ids.map(async (id) => {
      const source = await readSource({ ...reader, signal }, id, wanted)
      bytes += source.data.reduce((sum, { length }) => sum + length, 0)
      if (bytes > MOST_BYTES) stop.abort()
      return source
    }),
  )
  if (stop.signal.aborted) throw tooLarge()
  return found
}

type Wanted = ReturnType<NonNullable<StillModule['sources']>>

async function sourcesOf({ drawnWith, folder }: ChartType, formData: Record<string, unknown>): Promise<Wanted> {
  const { sources } = drawnWith === 'react' ? await loadStill(folder) : (await loadDrawing(folder)).drawing
  return sources?.(formData) ?? { charts: [], extraFormData: {} }
}

async function readSource(reader: Reader, id: number, { extraFormData, isUnlimited }: Wanted) {
  const { services, subject, filters, signal } = reader
  const { chart, opened } = await openSource(services, subject, id)
  signal?.throwIfAborted()
  const extra = mergeExtraFormData([extraFormData, filters])
  const wishes = { extraFormData: { ...extra }, isUnlimited }
  const { data, datasource } = await read({ ...reader, dashboardId: undefined }, chart, wishes)
  const type = shownType(opened.chart)
  return { id, name: chart.slice_name, type, formData: opened.formData, datasource, data: data.slice(0, 1) }
}
