import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { findChart, rowsTableOf } from '../../charts/index.ts'
import { wholeTable } from '../../charts/wholeTable.ts'
import { writeFile } from '../../engine/run/encode/file.ts'
import { joinedWorkbook, type SheetFile } from '../../engine/run/encode/joinedWorkbook.ts'
import { chartsIn } from '../../model/dashboard/layout.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import type { Subject } from '../access/subject.ts'
import { contextOfFormData, filteredContext } from '../chartData/chartContext.ts'
import { hasTotals } from '../chartData/chartTable.ts'
import { discard } from '../chartData/files.ts'
import type { QueryAnswer } from '../chartData/queryAnswer.ts'
import { createUserSlots } from '../chartData/userSlots.ts'
import { formDataOf } from '../entities/charts.ts'
import { findDataset } from '../entities/datasets.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import { type OpenedDashboard, openDashboard } from './openDashboard.ts'
import { sheetNames } from './sheetNames.ts'

type WorkbookServices = Pick<Services, 'chartData' | 'config' | 'db' | 'newFile' | 'now'>

interface WorkbookWishes {
  /** Filters, in the format of a permalink. */
  state?: Record<string, unknown>
  force?: boolean
  signal?: AbortSignal
}

/** Number of charts of one user that are written at the same time. */
const AT_A_TIME = 4
const slots = createUserSlots(AT_A_TIME)

/** A chart of the dashboard, with its queries and number of sheets, or with the reason why it has no sheets. */
type Planned = { chart: Row<'charts'> } & ({ context: QueryContext; sheets: number } | { note: string })

/** A line of the first sheet. */
interface Entry {
  chart: string
  sheet: string | null
  rows: number | null
  note: string | null
}

/**
 * The data of all charts of a dashboard as one workbook: the first sheet lists the charts, what filters them
 * and what is missing, then each result has its own sheet. Data are read with the subject's rights. The caller has
 * checked that the subject may read the dashboard and download data.
 * @throws AppError if the files together are too large
 */
export async function dashboardWorkbook(
  services: WorkbookServices,
  dashboard: Row<'dashboards'>,
  subject: Subject,
  wishes: WorkbookWishes = {},
): Promise<Readable> {
  const { signal } = wishes
  const opened = await openDashboard(services, dashboard, subject, wishes)
  const planned: (Planned & { sheetAt: number })[] = []
  // the first sheet is the list
  let sheetAt = 1
  for (const id of new Set(chartsIn(opened.layout.root))) {
    const chart = opened.charts.get(id)
    // a filter box shows no data of its own
    if (!chart || findChart(chart.viz_type)?.filtersDashboard) continue
    const plan = await planOf(services, chart, opened, wishes)
    planned.push({ ...plan, sheetAt })
    sheetAt += 'note' in plan ? 0 : plan.sheets
  }
  const paths: string[] = []
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  let bytes = 0

  async function write(plan: Planned & { sheetAt: number }): Promise<Written> {
    if ('note' in plan) return { ...plan, answers: [] }
    const { chart, context, sheetAt: first } = plan
    const data = { chartId: chart.id, dashboardId: dashboard.id }
    const options = { encoding: 'xlsx', args: opened.args, data, sheetAt: first, signal: either } as const
    try {
      const answers = await slots.run(subject.user?.id, either, () =>
        services.chartData.answer(context, subject, options),
      )
      const own = answers.flatMap(({ file }) => file ?? [])
      paths.push(...own)
      for (const path of own) bytes += (await stat(path)).size
      if (bytes > services.config.limits.exportBytes) throw new TooLarge()
      return { ...plan, answers }
    } catch (error) {
      if (error instanceof AppError && !(error instanceof TooLarge) && !either.aborted) {
        return { chart, note: error.message, sheetAt: first, answers: [] }
      }
      stop.abort(error)
      throw error
    }
  }

  try {
    // waits for all charts, even if one fails: a file that is written later would not be deleted
    const outcomes = await Promise.allSettled(planned.map(write))
    if (stop.signal.aborted) throw stop.signal.reason
    const written = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const { entries, files } = listed(written)
    const list = services.newFile()
    paths.push(list)
    await writeList(list, titleOf(dashboard), entries, [exportedOn(services.now()), ...opened.notes])
    const sheets = [{ name: LIST_NAME, path: list, sheetAt: 0 }, ...files]
    const workbook = Readable.from(joinedWorkbook(sheets), { objectMode: false })
    workbook.once('close', () => void discardAll(paths))
    return workbook
  } catch (error) {
    await discardAll(paths)
    throw error
  }
}

const discardAll = (paths: readonly string[]) => Promise.all(paths.map(discard))

class TooLarge extends AppError {
  constructor() {
    const message = 'The data of the dashboard is too large for one workbook. Please download single charts.'
    super('GENERIC_COMMAND_ERROR', 422, message)
  }
}

const LIST_NAME = 'Charts'
const titleOf = ({ dashboard_title: title }: Row<'dashboards'>) => title ?? '[ untitled dashboard ]'
const exportedOn = (ms: number) => `Exported on ${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

async function planOf(
  { db }: WorkbookServices,
  chart: Row<'charts'>,
  { filtersOf }: OpenedDashboard,
  { force = false }: WorkbookWishes,
): Promise<Planned> {
  const type = findChart(chart.viz_type)
  if (type?.drawsCharts) return { chart, note: 'It shows the data of other charts.' }
  const dataset = chart.datasource_id === null ? undefined : await findDataset(db, chart.datasource_id)
  if (!dataset) return { chart, note: 'The chart has no dataset any more.' }
  const extraFormData = { ...filtersOf(chart.id) }
  const wishes = { extraFormData, force }
  try {
    const context =
      (await contextOfFormData(chart, dataset, {
        ...wishes,
        formData: { ...formDataOf(chart), ...wholeTable(chart.viz_type) },
        // a pivot table is written as it is shown, the data of all other charts as rows
        resultType: rowsTableOf(chart.viz_type) === 'pivot' ? 'post_processed' : 'full',
        resultFormat: 'xlsx',
      })) ?? filteredContext(chart, wishes)
    if (!context?.queries.length) return { chart, note: 'It has no data of its own.' }
    return { chart, context, sheets: hasTotals(context) ? 1 : context.queries.length }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { chart, note: error.message }
  }
}

type Written = Planned & { sheetAt: number; answers: readonly QueryAnswer[] }

/** The sheets with their names, and the lines that list them. */
function listed(written: readonly Written[]): { entries: Entry[]; files: SheetFile[] } {
  const sheets = written.flatMap((each) => each.answers.map((answer, at) => ({ ...each, answer, at })))
  const [, ...names] = sheetNames([LIST_NAME, ...sheets.map(({ chart }) => chart.slice_name)])
  const files = sheets.flatMap(({ answer: { file }, sheetAt, at }, index) =>
    file === undefined ? [] : [{ name: names[index] ?? '', path: file, sheetAt: sheetAt + at }],
  )
  let index = 0
  const entries = written.flatMap((each): Entry[] => {
    const chart = each.chart.slice_name
    if ('note' in each) return [{ chart, sheet: null, rows: null, note: each.note }]
    return each.answers.map(({ rowcount, leftOut }) => {
      index += 1
      return { chart, sheet: names[index - 1] ?? null, rows: rowcount, note: missing(leftOut) }
    })
  })
  return { entries, files }
}

/** Sentences about the data that the chart itself leaves out; null if there are none. */
function missing(leftOut: QueryAnswer['leftOut']): string | null {
  const notes = [
    leftOut?.rows === undefined ? '' : `The row limit of the chart was reached after ${leftOut.rows} rows.`,
    leftOut?.series === undefined ? '' : `The series limit of the chart was reached at ${leftOut.series} series.`,
    leftOut?.without === undefined ? '' : `Rows without ${leftOut.without} are left out.`,
  ].filter((note) => note !== '')
  return notes.length === 0 ? null : notes.join(' ')
}

async function writeList(path: string, title: string, entries: readonly Entry[], notes: readonly string[]) {
  const headers = [
    { name: title, type: 'text' },
    { name: 'Sheet', type: 'text' },
    { name: 'Rows', type: 'int' },
    { name: 'Note', type: 'text' },
  ] as const
  const lines = [...notes.map((note) => ({ chart: note, sheet: null, rows: null, note: null })), ...entries]
  async function* rows() {
    const columns = (['chart', 'sheet', 'rows', 'note'] as const).map((key) => lines.map((line) => line[key]))
    yield { rowCount: lines.length, cells: columns }
  }
  await writeFile(path, 'xlsx', headers, rows(), { maxBytes: 16_000_000 })
}
