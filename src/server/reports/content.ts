import { readFile, rm, stat } from 'node:fs/promises'
import { rowsTableOf, shownBy } from '../../charts/index.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import { has, type Subject } from '../access/subject.ts'
import { contextOfFormData, savedContext } from '../chartData/chartContext.ts'
import { findChart, formDataOf } from '../entities/charts.ts'
import { findDataset } from '../entities/datasets.ts'
import { chartPicture, hasPicture } from '../pictures/chartPicture.ts'
import { dashboardPicture } from '../pictures/dashboardPicture.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'

type Report = Row<'report_schedules'>
type ContentServices = Pick<Services, 'cache' | 'can' | 'chartData' | 'db' | 'now' | 'pictures'>

/** Rows in the text of a mail; the rest is in the file or behind the link. */
export const MOST_ROWS = 100
/** It is parsed in the process that serves requests, in about 20 ms. */
const MOST_TABLE_BYTES = 2 * 1024 * 1024
/** Mail servers often refuse more. */
const MOST_FILE_BYTES = 15 * 1024 * 1024
const TEMPORAL = 2
/** px of pictures: the width that mail programs show. */
const PICTURE_WIDTH = 640
const DASHBOARD_WIDTH = 1000
const PLOT_SHAPE = 0.6
const FIGURE_HEIGHT = 160
const ROWS_HEIGHT = 640

/** The rows of a chart as texts. */
export interface DataTable {
  columns: string[]
  rows: string[][]
  isCut: boolean
}

export interface ReportFile {
  filename: string
  content: Buffer
  contentType: string
  /** It is an image in the text of a mail. */
  cid?: string
}

/** An image in the text of a mail. */
export interface MailPicture {
  cid: string
  /** What it shows, for readers who do not see images. */
  title: string
  /** px */
  width: number
}

/** What a mail shows of a chart or dashboard, read with the rights of a user. */
export interface Content {
  title: string
  /** One for each query of the chart. */
  tables: DataTable[]
  files: ReportFile[]
  pictures: MailPicture[]
}

/** @throws AppError with a sentence for the owners */
export async function chartContent(
  services: ContentServices,
  report: Report,
  subject: Subject,
  signal: AbortSignal,
): Promise<Content> {
  const { db, can } = services
  const id = report.chart_id ?? 0
  await can(subject, 'read', { kind: 'Chart', id }).catch(() => {
    throw unread('The chart was deleted, or the owner may not read it.')
  })
  const chart = await findChart(db, id)
  const dataset = chart?.datasource_id == null ? undefined : await findDataset(db, chart.datasource_id)
  if (!chart || !dataset) throw unread('The chart has no dataset any more.')
  if (report.report_format === 'PNG' && hasPicture(chart.viz_type)) {
    return pictureContent(services, chart, report, subject, signal)
  }
  const context = (await contextOfFormData(chart, dataset)) ?? savedContext(chart)
  if (!context) throw unread('The data of this type of chart cannot be sent.')
  const request: QueryContext = {
    ...context,
    form_data: formDataOf(chart),
    // what the chart shows, not the rows that it is made of
    result_type: rowsTableOf(chart.viz_type) === 'pivot' ? 'post_processed' : 'full',
    force: report.force_screenshot,
  }
  if (report.report_format === 'CSV') {
    const files = await csvFiles(services, request, chart, subject, signal)
    return { title: chart.slice_name, tables: [], files, pictures: [] }
  }
  const answers = await services.chartData.answer(limited(request, chart), subject, { encoding: 'rows', signal })
  return { title: chart.slice_name, tables: answers.map(({ body }) => tableOf(body)), files: [], pictures: [] }
}

/** The chart as an image, from data that are read with the subject's rights. */
async function pictureContent(
  services: ContentServices,
  chart: Row<'charts'>,
  { custom_width, force_screenshot }: Report,
  subject: Subject,
  signal: AbortSignal,
): Promise<Content> {
  const width = custom_width ?? PICTURE_WIDTH
  const size = { width, height: pictureHeight(chart.viz_type, width) }
  const content = await chartPicture(services, chart, subject, {
    size,
    isTrimmed: true,
    force: force_screenshot,
    signal,
  })
  const cid = `chart-${chart.id}`
  const filename = `${fileName(chart.slice_name)}.png`
  return {
    title: chart.slice_name,
    tables: [],
    files: [{ filename, content, contentType: 'image/png', cid }],
    pictures: [{ cid, title: chart.slice_name, width }],
  }
}

/**
 * The open tabs of a dashboard as an image, with the filters and tabs of the report.
 * @throws AppError with a sentence for the owners
 */
export async function dashboardContent(
  services: ContentServices,
  dashboard: Row<'dashboards'>,
  { custom_width, force_screenshot, extra_json }: Report,
  subject: Subject,
  signal: AbortSignal,
): Promise<Content> {
  const { dashboard: state } = parseObject(extra_json)
  const title = dashboard.dashboard_title ?? '[ untitled dashboard ]'
  const width = custom_width ?? DASHBOARD_WIDTH
  const content = await dashboardPicture(services, dashboard, subject, {
    width,
    ...(isRecord(state) && { state }),
    force: force_screenshot,
    signal,
  })
  const cid = `dashboard-${dashboard.id}`
  return {
    title,
    tables: [],
    files: [{ filename: `${fileName(title)}.png`, content, contentType: 'image/png', cid }],
    pictures: [{ cid, title, width }],
  }
}

/** A number needs less room than a plot, and rows need more. */
function pictureHeight(vizType: string, width: number): number {
  const shows = shownBy(vizType)
  if (shows === 'figure') return FIGURE_HEIGHT
  return shows === 'rows' ? ROWS_HEIGHT : Math.round(width * PLOT_SHAPE)
}

const unread = (message: string) => new AppError('GENERIC_COMMAND_ERROR', 422, message)

/**
 * One row more than shown, so that the mail says whether there are more. Pivot tables, shares and series are computed
 * from all rows, so their queries keep their own limit. Charts with several lists of rows, for instance two series on one
 * time axis, show each of them; further queries of tables are totals of the first one.
 */
function limited(context: QueryContext, { viz_type }: Row<'charts'>): QueryContext {
  if (context.result_type === 'post_processed') return context
  const most = MOST_ROWS + 1
  const shown = rowsTableOf(viz_type) === undefined ? context.queries : context.queries.slice(0, 1)
  const queries = shown
    .filter(({ is_rowcount }) => !is_rowcount)
    .map((query) =>
      query.post_processing?.length ? query : { ...query, row_limit: Math.min(query.row_limit || most, most) },
    )
  return { ...context, queries }
}

async function csvFiles(
  { chartData }: ContentServices,
  context: QueryContext,
  chart: Row<'charts'>,
  subject: Subject,
  signal: AbortSignal,
): Promise<ReportFile[]> {
  if (!has(subject, 'can_csv:Superset')) throw unread('The owner may not download data.')
  const answers = await chartData.answer({ ...context, result_format: 'csv' }, subject, { encoding: 'csv', signal })
  const paths = answers.flatMap(({ file }) => file ?? [])
  try {
    let bytes = 0
    for (const path of paths) bytes += (await stat(path)).size
    if (bytes > MOST_FILE_BYTES) throw unread('The data of the chart is too large for a mail.')
    return await Promise.all(
      paths.map(async (path, at) => ({
        filename: `${fileName(chart.slice_name)}${paths.length > 1 ? `_${at + 1}` : ''}.csv`,
        content: await readFile(path),
        contentType: 'text/csv; charset=utf-8',
      })),
    )
  } finally {
    for (const path of paths) await rm(path, { force: true })
  }
}

const fileName = (name: string) => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 100) || 'chart'

interface Rows {
  colnames: string[]
  coltypes: number[]
  /** A list of rows, or the table of a chart: by column, then by row. */
  data: Record<string, unknown>[] | Record<string, Record<string, unknown>>
}

/** The rows of a response. Times are epoch milliseconds there. */
function tableOf(body: Buffer): DataTable {
  if (body.length > MOST_TABLE_BYTES) {
    throw unread('The table of the chart is too large for a mail. Send it as CSV, or show fewer rows in the chart.')
  }
  const { colnames, coltypes, data } = JSON.parse(body.toString()) as Rows
  if (!Array.isArray(data)) return chartTable(data)
  const rows = data
    .slice(0, MOST_ROWS)
    .map((row) => colnames.map((name, at) => textOf(row[name], coltypes[at] === TEMPORAL)))
  return { columns: colnames, rows, isCut: data.length > MOST_ROWS }
}

function chartTable(data: Record<string, Record<string, unknown>>): DataTable {
  const names = Object.keys(data)
  const rows = Object.keys(data[names[0] ?? ''] ?? {})
  return {
    columns: ['', ...names],
    rows: rows.slice(0, MOST_ROWS).map((row) => [row, ...names.map((name) => textOf(data[name]?.[row], false))]),
    isCut: rows.length > MOST_ROWS,
  }
}

function textOf(value: unknown, isTime: boolean): string {
  if (value === null || value === undefined) return ''
  if (isTime && typeof value === 'number') {
    return new Date(value).toISOString().replace('T', ' ').replace('.000Z', '').replace(' 00:00:00', '')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
