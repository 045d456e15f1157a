import { readFile, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { rowsTableOf, shownBy } from '../../charts/index.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { storedExtra } from '../../model/report/reportExtra.ts'
import { has, type Subject } from '../access/subject.ts'
import { contextOfFormData, savedContext } from '../chartData/chartContext.ts'
import { mimeTypes } from '../chartData/files.ts'
import { dashboardWorkbook } from '../dashboardData/dashboardWorkbook.ts'
import { openDashboard } from '../dashboardData/openDashboard.ts'
import { findChart, formDataOf } from '../entities/charts.ts'
import { findDataset } from '../entities/datasets.ts'
import { chartPicture, hasPicture } from '../pictures/chartPicture.ts'
import { chartDocument, dashboardPicture } from '../pictures/dashboardPicture.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import { digestOf } from './digest.ts'
import { type OwnedQuery, runOwned } from './ownedQuery.ts'
import { ReportRefusal, RowsRefusal } from './refusal.ts'

type Report = Row<'report_schedules'>

/** Maximum number of rows in the text of a mail; the rest is in the file or behind the link. */
export const MOST_ROWS = 100
/** Maximum bytes of a table. It is parsed in the process that serves requests, in about 20 ms. */
const MOST_TABLE_BYTES = 2 * 1024 * 1024
/** Maximum bytes of a file: mail servers often reject larger files. */
const MOST_FILE_BYTES = 15 * 1024 * 1024
const TEMPORAL = 2
/** Widths of pictures in px, as mail programs show them. */
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
  /** Set for an image in the text of a mail. */
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

/** The content of a mail about a chart or dashboard, read with the rights of a user. */
export interface Content {
  title: string
  /** A text for each of the largest changes. Each sentence of a text is on its own line. */
  highlights: string[]
  /** One for each query of the chart. */
  tables: DataTable[]
  files: ReportFile[]
  pictures: MailPicture[]
}

/** @throws AppError with a sentence for the owners */
export async function chartContent(
  services: Services,
  report: Report,
  subject: Subject,
  signal: AbortSignal,
): Promise<Content> {
  const { db, can } = services
  const id = report.chart_id ?? 0
  await can(subject, 'read', { kind: 'Chart', id }).catch(() => {
    throw unread('The chart was deleted or may not be read.')
  })
  const chart = await findChart(db, id)
  const dataset = chart?.datasource_id == null ? undefined : await findDataset(db, chart.datasource_id)
  if (!chart || !dataset) throw unread('The chart has no dataset any more.')
  const title = chart.slice_name
  const wishes = { force: report.force_screenshot, signal }
  const { digest } = storedExtra(report.extra_json)
  const highlights = digest ? await digestOf(services, [chart], subject, wishes) : []
  const only = { title, highlights, tables: [], files: [], pictures: [] }
  if (hasPicture(chart.viz_type)) {
    if (report.report_format === 'PNG')
      return { ...only, ...(await chartImage(services, chart, report, subject, signal)) }
    if (report.report_format === 'PDF') {
      const size = chartSize(chart, report)
      const content = await chartDocument(services, chart, subject, { size, ...wishes })
      return { ...only, files: [{ filename: `${fileName(title)}.pdf`, content, contentType: 'application/pdf' }] }
    }
  }
  const context = (await contextOfFormData(chart, dataset)) ?? savedContext(chart)
  if (!context) throw unread('The data of this type of chart cannot be sent.')
  const request: QueryContext = {
    ...context,
    form_data: formDataOf(chart),
    // a pivot table is sent as it is shown, not as the rows from which it is computed
    result_type: rowsTableOf(chart.viz_type) === 'pivot' ? 'post_processed' : 'full',
    force: report.force_screenshot,
  }
  const format = fileFormat(report)
  if (format) return { ...only, files: await dataFiles(services, request, { chart, format }, subject, signal) }
  const answers = await services.chartData.answer(limited(request, chart), subject, { encoding: 'rows', signal })
  return { ...only, tables: answers.map(({ body }) => tableOf(body)) }
}

const fileFormat = ({ report_format: format }: Report): 'csv' | 'xlsx' | undefined =>
  format === 'CSV' ? 'csv' : format === 'XLSX' ? 'xlsx' : undefined

function chartSize(chart: Row<'charts'>, { custom_width }: Report) {
  const width = custom_width ?? PICTURE_WIDTH
  return { width, height: pictureHeight(chart.viz_type, width) }
}

/** The chart as an image, from data that are read with the subject's rights. */
async function chartImage(
  services: Services,
  chart: Row<'charts'>,
  report: Report,
  subject: Subject,
  signal: AbortSignal,
): Promise<Pick<Content, 'files' | 'pictures'>> {
  const size = chartSize(chart, report)
  const force = report.force_screenshot
  const content = await chartPicture(services, chart, subject, { size, isTrimmed: true, force, signal })
  const cid = `chart-${chart.id}`
  const filename = `${fileName(chart.slice_name)}.png`
  return {
    files: [{ filename, content, contentType: 'image/png', cid }],
    pictures: [{ cid, title: chart.slice_name, width: size.width }],
  }
}

/**
 * The open tabs of a dashboard as an image or a PDF, or the data of all its charts as a workbook. `state`: the filters
 * and tabs, as a permalink has them.
 * @throws AppError with a sentence for the owners
 */
export async function dashboardContent(
  services: Services,
  dashboard: Row<'dashboards'>,
  { report, state }: { report: Report; state: Record<string, unknown> },
  subject: Subject,
  signal: AbortSignal,
): Promise<Content> {
  const { custom_width, force_screenshot: force, report_format: format } = report
  const title = dashboard.dashboard_title ?? '[ untitled dashboard ]'
  const { digest } = storedExtra(report.extra_json)
  const only = {
    title,
    highlights: digest ? await dashboardDigest(services, dashboard, subject, { state, force, signal }) : [],
    tables: [],
    pictures: [],
  }
  if (format === 'TEXT' || format === 'CSV') return { ...only, files: [] }
  if (format === 'XLSX') {
    if (!has(subject, 'can_csv:Superset')) throw unread('There is no permission to download data.')
    const content = await wholeOf(await dashboardWorkbook(services, dashboard, subject, { state, force, signal }))
    return { ...only, files: [{ filename: `${fileName(title)}.xlsx`, content, contentType: mimeTypes.xlsx }] }
  }
  const width = custom_width ?? DASHBOARD_WIDTH
  const wishes = { width, state, force, signal }
  if (format === 'PDF') {
    const content = await dashboardPicture(services, dashboard, subject, { ...wishes, format: 'pdf' })
    return { ...only, files: [{ filename: `${fileName(title)}.pdf`, content, contentType: 'application/pdf' }] }
  }
  const content = await dashboardPicture(services, dashboard, subject, wishes)
  const cid = `dashboard-${dashboard.id}`
  return {
    ...only,
    files: [{ filename: `${fileName(title)}.png`, content, contentType: 'image/png', cid }],
    pictures: [{ cid, title, width }],
  }
}

async function dashboardDigest(
  services: Services,
  dashboard: Row<'dashboards'>,
  subject: Subject,
  { signal, ...wishes }: { state: Record<string, unknown>; force: boolean; signal: AbortSignal },
): Promise<string[]> {
  const opened = await openDashboard(services, dashboard, subject, { ...wishes, signal })
  const filtersOf = (chartId: number) => ({ ...opened.filtersOf(chartId) })
  const more = { filtersOf, args: opened.args, dashboardId: dashboard.id, force: wishes.force, signal }
  return digestOf(services, [...opened.charts.values()], subject, more)
}

/**
 * A saved query that the subject may run.
 * @throws AppError with a sentence for the owners
 */
export async function savedQuery(
  { db }: Services,
  id: number,
  subject: Subject,
): Promise<OwnedQuery & { title: string }> {
  const query = await db.selectFrom('saved_queries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!query) throw unread('The saved query was deleted.')
  if (!has(subject, 'can_execute_sql_query:SQLLab')) throw unread('There is no permission to run SQL.')
  return {
    title: query.label || 'Untitled query',
    id,
    databaseId: query.db_id ?? 0,
    catalog: query.catalog,
    schema: query.schema,
    templateParams: query.template_parameters,
    sql: query.sql ?? '',
    of: 'saved query',
  }
}

/**
 * The rows of a saved query, read with the subject's rights.
 * @throws AppError with a sentence for the owners
 */
export async function savedQueryContent(
  services: Services,
  queryId: number,
  report: Report,
  subject: Subject,
  signal: AbortSignal,
): Promise<Content> {
  const { title, ...owned } = await savedQuery(services, queryId, subject)
  const only = { title, highlights: [], tables: [], files: [], pictures: [] }
  const format = fileFormat(report)
  if (!format) {
    const reading = { encoding: 'rows' as const, postProcessing: [], rows: MOST_ROWS + 1, bytes: MOST_TABLE_BYTES }
    const { body } = await runOwned(services, owned, subject, { ...reading, signal })
    return { ...only, tables: [tableOf(Buffer.concat([Buffer.from('{'), body, Buffer.from('}')]))] }
  }
  if (!has(subject, 'can_export_csv:SQLLab')) throw unread('There is no permission to download the results of queries.')
  const file = services.newFile()
  try {
    const rows = services.config.limits.rows
    const reading = { encoding: format, file, postProcessing: [], rows, bytes: MOST_FILE_BYTES }
    await runOwned(services, owned, subject, { ...reading, signal })
    const contentType = format === 'csv' ? CSV_TYPE : mimeTypes.xlsx
    return {
      ...only,
      files: [{ filename: `${fileName(title)}.${format}`, content: await smallFile(file), contentType }],
    }
  } finally {
    await rm(file, { force: true })
  }
}

/** A file that is not too large for a mail. */
async function smallFile(path: string): Promise<Buffer> {
  if ((await stat(path)).size > MOST_FILE_BYTES) throw tooLarge()
  return readFile(path)
}

async function wholeOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    // leaving the loop ends the stream, which deletes its files
    if (bytes > MOST_FILE_BYTES) throw tooLarge()
  }
  return Buffer.concat(chunks)
}

const tooLarge = () => new RowsRefusal('The data is too large for an email.')
const CSV_TYPE = 'text/csv; charset=utf-8'

/** A number needs less space than a plot, and rows need more. */
function pictureHeight(vizType: string, width: number): number {
  const shows = shownBy(vizType)
  if (shows === 'figure') return FIGURE_HEIGHT
  return shows === 'rows' ? ROWS_HEIGHT : Math.round(width * PLOT_SHAPE)
}

const unread = (message: string) => new ReportRefusal(message)

/**
 * Limits queries to one row more than shown, so that the mail can say whether there are more. Pivot tables, shares and
 * series are computed from all rows, so their queries keep their own limit. Charts with several lists of rows, for
 * instance two series on one time axis, show each of them; further queries of tables are totals of the first one.
 */
function limited(context: QueryContext, { viz_type }: Row<'charts'>): QueryContext {
  if (context.result_type === 'post_processed') return context
  const most = MOST_ROWS + 1
  const shown = rowsTableOf(viz_type) === undefined ? context.queries : context.queries.slice(0, 1)
  const queries = shown
    .filter(({ is_rowcount }) => !is_rowcount)
    // a map is sent as its points, not as the cells that combine points
    .map(({ point_cells: _cells, ...query }) =>
      query.post_processing?.length ? query : { ...query, row_limit: Math.min(query.row_limit || most, most) },
    )
  return { ...context, queries }
}

async function dataFiles(
  { chartData }: Services,
  context: QueryContext,
  { chart, format }: { chart: Row<'charts'>; format: 'csv' | 'xlsx' },
  subject: Subject,
  signal: AbortSignal,
): Promise<ReportFile[]> {
  if (!has(subject, 'can_csv:Superset')) throw unread('There is no permission to download data.')
  const asked = { ...context, result_format: format }
  const answers = await chartData.answer(asked, subject, { encoding: format, signal })
  const paths = answers.flatMap(({ file }) => file ?? [])
  try {
    let bytes = 0
    for (const path of paths) bytes += (await stat(path)).size
    if (bytes > MOST_FILE_BYTES) throw tooLarge()
    return await Promise.all(
      paths.map(async (path, at) => ({
        filename: `${fileName(chart.slice_name)}${paths.length > 1 ? `_${at + 1}` : ''}.${format}`,
        content: await readFile(path),
        contentType: format === 'csv' ? CSV_TYPE : mimeTypes.xlsx,
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
    throw new RowsRefusal(
      'The table of the chart is too large for an email. Send it as CSV, or show fewer rows in the chart.',
    )
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
