import { comparableColumns, contributionOf, explainContext, type Part } from '../../charts/explain.ts'
import { findChart } from '../../charts/index.ts'
import { chartDatasource } from '../../charts/shared/chartDatasource.ts'
import type { ChartDatasource } from '../../charts/shared/contract.ts'
import { calendarIn } from '../../engine/plan/normalise.ts'
import { type Dataset, GenericType } from '../../model/dataset/dataset.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { columnLabel, isAdhocColumn, metricLabel, TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import type { QueryColumn, QueryContext, QueryFilter, QueryMetric } from '../../model/query/queryObject.ts'
import { PLAIN_CALENDAR } from '../../model/time/fiscalCalendar.ts'
import { isOpenBucket } from '../../model/time/isOpenBucket.ts'
import { wallClock } from '../../model/time/wallClock.ts'
import type { Subject } from '../access/subject.ts'
import { contextOfFormData } from '../chartData/chartContext.ts'
import { findDataset } from '../entities/datasets.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'

type DigestServices = Pick<Services, 'chartData' | 'config' | 'db' | 'now'>

export interface DigestWishes {
  /** What the filters of the dashboard add to a chart. */
  filtersOf?: (chartId: number) => Record<string, unknown>
  args?: Record<string, string>
  /** Id of the dashboard, for its row rules. */
  dashboardId?: number
  force?: boolean
  signal?: AbortSignal
}

/** Maximum number of charts of a dashboard that are examined. */
const MOST_CHARTS = 30
const MOST_SENTENCES = 3
/** Maximum number of columns by which a change is explained: two queries each. */
const MOST_COLUMNS = 6
/** Number of latest points that are read: one may be of an unfinished period, and two are compared. */
const POINTS = 3
const MOST_BYTES = 1024 * 1024

/**
 * The largest changes among these charts, as sentences, the largest first: the latest complete period of each time
 * series compared with the one before, and the column value that explains the largest part of the change. Data are read
 * with the subject's rights. Charts without a time axis have no sentence; neither have those that cannot be read.
 */
export async function digestOf(
  services: DigestServices,
  charts: readonly Row<'charts'>[],
  subject: Subject,
  wishes: DigestWishes = {},
): Promise<string[]> {
  const moves: Move[] = []
  for (const chart of charts.slice(0, MOST_CHARTS)) {
    const move = await unreadable(wishes, () => moveOf(services, chart, subject, wishes))
    if (move && move.after !== move.before) moves.push(move)
  }
  const largest = moves.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, MOST_SENTENCES)
  const sentences: string[] = []
  for (const move of largest) {
    const source = await unreadable(wishes, () => sourceOf(services, move, subject, wishes))
    sentences.push(sentenceOf(move, source))
  }
  return sentences
}

/** A chart that cannot be read is not mentioned: its tile in the image shows why. */
async function unreadable<T>({ signal }: DigestWishes, work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || signal?.aborted) throw error
    return undefined
  }
}

interface Move {
  chart: Row<'charts'>
  dataset: Dataset
  datasource: ChartDatasource
  context: QueryContext
  metric: QueryMetric
  /** The name of the time axis in results. */
  axis: string
  /** The grouping of the chart itself. */
  grouped: string[]
  points: ChartData
  /** Epoch milliseconds of both periods. */
  from: number
  to: number
  before: number
  after: number
}

/** The relative change. A change from 0 counts as the largest. */
const sizeOf = ({ before, after }: Move) =>
  before === 0 ? Number.POSITIVE_INFINITY : Math.abs((after - before) / before)

async function moveOf(
  services: DigestServices,
  chart: Row<'charts'>,
  subject: Subject,
  wishes: DigestWishes,
): Promise<Move | undefined> {
  const { db } = services
  if (!findChart(chart.viz_type) || chart.datasource_id === null) return undefined
  const dataset = await findDataset(db, chart.datasource_id)
  if (!dataset) return undefined
  const { filtersOf, force = false } = wishes
  const built = await contextOfFormData(chart, dataset, { extraFormData: { ...filtersOf?.(chart.id) }, force })
  const [query] = built?.queries ?? []
  const [metric] = query?.metrics ?? []
  if (!built || !query || metric === undefined) return undefined
  const axis = axisOf(query.columns ?? [], query)
  if (axis === undefined) return undefined
  const label = axis.column === undefined ? TIMESTAMP_LABEL : columnLabel(axis.column)
  const context: QueryContext = { ...built, result_type: 'full' }
  const points = await read(services, subject, wishes, {
    ...context,
    queries: [
      {
        ...query,
        columns: axis.column === undefined ? [] : [axis.column],
        metrics: [metric],
        orderby: [[axis.column ?? TIMESTAMP_LABEL, false]],
        post_processing: [],
        series_columns: [],
        series_limit: 0,
        time_offsets: [],
        row_limit: POINTS,
      },
    ],
  })
  const zone = points?.[0]?.time_zone
  const times = points?.[0]?.columns[points[0].colnames.indexOf(label)]
  const values = points?.[0]?.columns[points[0].colnames.indexOf(metricLabel(metric))]
  if (!points?.[0] || !times || !values) return undefined
  const rows = times
    .flatMap((time, row) => (typeof time === 'number' ? [{ time, value: values[row] }] : []))
    .toSorted((one, other) => other.time - one.time)
  const [first, second] = rows
  if (!first || !second) return undefined
  // a period that has not ended is not compared
  const isOpen = isUnfinished(services, dataset, axis.grain, { first: first.time, second: second.time, zone })
  const [last, previous] = isOpen ? rows.slice(1) : rows
  const [after, before] = [numberOf(last?.value), numberOf(previous?.value)]
  if (!last || !previous || after === undefined || before === undefined) return undefined
  const grouped = (query.columns ?? []).filter((column) => column !== axis.column).map(columnLabel)
  const datasource = chartDatasource(dataset)
  const found = { chart, dataset, datasource, context, metric, axis: label, grouped, points: points[0] }
  return { ...found, from: previous.time, to: last.time, before, after }
}

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Whether the latest period is not over, on the clock of the results. */
function isUnfinished(
  { config, now }: DigestServices,
  dataset: Dataset,
  grain: string,
  { first, second, zone = config.timeZone }: { first: number; second: number; zone: string | undefined },
): boolean {
  const current = wallClock(now(), zone)
  const calendar = calendarIn(dataset, config.calendar)
  const known = isOpenBucket(grain, first, current, typeof calendar === 'string' ? PLAIN_CALENDAR : calendar)
  // without a known grain, the period is assumed to be as long as the previous one
  return known ?? first + (first - second) > current
}

/** The time axis of a query with its grain. `column` is missing if very old form data name the time column. */
function axisOf(
  columns: readonly QueryColumn[],
  { is_timeseries, granularity, extras }: QueryContext['queries'][number],
): { column?: QueryColumn; grain: string } | undefined {
  for (const column of columns) {
    if (isAdhocColumn(column) && column.columnType === 'BASE_AXIS' && column.timeGrain)
      return { column, grain: column.timeGrain }
  }
  return is_timeseries && granularity ? { grain: extras?.time_grain_sqla ?? '' } : undefined
}

/**
 * The column over whose values a change is spread most unevenly, and the value with the largest part of the change.
 * undefined if no column explains it.
 */
async function sourceOf(
  services: DigestServices,
  { dataset, datasource, context, metric, axis, grouped, points, from, to, before, after }: Move,
  subject: Subject,
  wishes: DigestWishes,
): Promise<{ column: string; part: Part } | undefined> {
  const markAt = (time: number) => ({ filters: [{ col: axis, op: '==', val: time } as QueryFilter] })
  const [drill, against] = [markAt(to), markAt(from)]
  const sides = { drill, against, metric, datasource, data: [points], context }
  const named = dataset.columns
    // the type of many expressions is unknown; most of them are numbers
    .filter(({ groupby, type }) => groupby && type)
    .map(({ column_name: name }) => ({ name, type: datasource.columnTypes[name] ?? GenericType.string }))
  const offered = comparableColumns(named, drill, metric)
  const own = grouped.filter((name) => offered.some((column) => column.name === name))
  // single numbers rarely explain a change
  const others = offered.filter(({ type }) => type !== GenericType.numeric).map(({ name }) => name)
  const columns = [...new Set([...own, ...others])].slice(0, MOST_COLUMNS)
  let best: { column: string; part: Part; unevenness: number } | undefined
  for (const column of columns) {
    const answers = await read(services, subject, wishes, explainContext(sides, column))
    const contribution = answers && contributionOf(column, metric, answers, { before, after })
    const part = contribution?.parts[0]
    // parts of an average say nothing about the average of all
    if (!contribution?.addsUp || !part || contribution.parts.length < 2) continue
    if (Math.sign(part.change) !== Math.sign(after - before)) continue
    if (!best || contribution.unevenness > best.unevenness) {
      best = { column, part, unevenness: contribution.unevenness }
    }
  }
  return best && { column: datasource.verboseMap[best.column] ?? best.column, part: best.part }
}

async function read(
  { chartData }: DigestServices,
  subject: Subject,
  { args, dashboardId, signal }: DigestWishes,
  context: QueryContext,
): Promise<ChartData[] | undefined> {
  const answers = await chartData.answer(context, subject, {
    encoding: 'columns',
    ...(args && { args }),
    ...(dashboardId !== undefined && { data: { ...chartOf(context), dashboardId } }),
    ...(signal && { signal }),
  })
  if (answers.some(({ body }) => body.length > MOST_BYTES)) return undefined
  return answers.map(({ body }) => JSON.parse(body.toString()) as ChartData)
}

const chartOf = ({ form_data: form }: QueryContext) =>
  typeof form?.['slice_id'] === 'number' ? { chartId: form['slice_id'] } : {}

/**
 * `Revenue: SUM(sales) fell by 12 % from 1,204 (2024-02-01) to 1,060 (2024-03-01).`, and in a line of its own
 * `The largest part in region North: −90.` Each line is translated on its own.
 */
function sentenceOf(
  { chart, datasource, metric, from, to, before, after }: Move,
  source: { column: string; part: Part } | undefined,
): string {
  const label = metricLabel(metric)
  const name = datasource.verboseMap[label] ?? label
  const title = chart.slice_name
  const ends = [number(before), period(from), number(after), period(to)] as const
  const share = before === 0 ? undefined : percent(Math.abs((after - before) / before))
  const moved = after > before ? rose(title, name, share, ends) : fell(title, name, share, ends)
  if (!source) return moved
  const { column, part } = source
  const value = part.value === null ? 'no value' : String(part.value)
  const change = `${part.change > 0 ? '+' : '−'}${number(Math.abs(part.change))}`
  return `${moved}\n${largestPart(column, value, change)}`
}

type Ends = readonly [before: string, from: string, after: string, to: string]

const rose = (title: string, name: string, share: string | undefined, [before, from, after, to]: Ends) =>
  share === undefined
    ? `${title}: ${name} rose from ${before} (${from}) to ${after} (${to}).`
    : `${title}: ${name} rose by ${share} from ${before} (${from}) to ${after} (${to}).`

const fell = (title: string, name: string, share: string | undefined, [before, from, after, to]: Ends) =>
  share === undefined
    ? `${title}: ${name} fell from ${before} (${from}) to ${after} (${to}).`
    : `${title}: ${name} fell by ${share} from ${before} (${from}) to ${after} (${to}).`

const largestPart = (column: string, value: string, change: string) =>
  `The largest part in ${column} ${value}: ${change}.`

const number = (value: number) => {
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4))
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 6 })
}
const percent = (share: number) => `${Number((share * 100).toFixed(share < 0.1 ? 1 : 0)).toLocaleString('en-US')} %`
const period = (ms: number) =>
  new Date(ms)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')
    .replace(/ 00:00$/, '')
