import { rm, stat } from 'node:fs/promises'
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
  /** Filters, as a permalink has them. */
  state?: Record<string, unknown>
  force?: boolean
  signal?: AbortSignal
}

/** Charts of one user that are written at the same time. */
const AT_A_TIME = 4
const slots = createUserSlots(AT_A_TIME)

/** A chart of the dashboard: what its sheets need, or why it has none. */
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
  // the first place is the list
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

  async function write(plan: Planned & { sheetAt: number }): Promise<Written> {
    if ('note' in plan) return { ...plan, answers: [] }
    const { chart, context } = plan
    const data = { chartId: chart.id, dashboardId: dashboard.id }
    const options = {
      encoding: 'xlsx',
      args: opened.args,
      data,
      sheetAt: plan.sheetAt,
      ...(signal && { signal }),
    } as const
    try {
      const answers = await slots.run(subject.user?.id, signal, () =>
        services.chartData.answer(context, subject, options),
      )
      for (const { file } of answers) if (file !== undefined) paths.push(file)
      return { ...plan, answers }
    } catch (error) {
      if (!(error instanceof AppError) || signal?.aborted) throw error
      return { chart, note: error.message, sheetAt: plan.sheetAt, answers: [] }
    }
  }

  try {
    // all are waited for: a file that is written later would stay
    const outcomes = await Promise.allSettled(planned.map(write))
    const written = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    })
    const { entries, files } = listed(written)
    const list = services.newFile()
    paths.push(list)
    await writeList(list, titleOf(dashboard), entries, [exportedOn(services.now()), ...opened.notes])
    await checkSize(paths, services.config.limits.exportBytes)
    const sheets = [{ name: LIST_NAME, path: list, sheetAt: 0 }, ...files]
    const workbook = Readable.from(joinedWorkbook(sheets), { objectMode: false })
    workbook.once('close', () => void discard(paths))
    return workbook
  } catch (error) {
    await discard(paths)
    throw error
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
        // what the chart shows, not the rows that it is made of
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

/** The sheets with their names, and the lines that tell of them. */
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
    return each.answers.map(({ rowcount }, at) => {
      const limit = each.context.queries[at]?.row_limit
      const isCut = typeof limit === 'number' && limit > 0 && rowcount >= limit
      const note = isCut ? `The chart is limited to ${limit} rows. There may be more.` : null
      index += 1
      return { chart, sheet: names[index - 1] ?? null, rows: rowcount, note }
    })
  })
  return { entries, files }
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

async function checkSize(paths: readonly string[], most: number): Promise<void> {
  let bytes = 0
  for (const path of paths) bytes += (await stat(path)).size
  if (bytes <= most) return
  const message = 'The data of the dashboard are too large for one workbook. Please download single charts.'
  throw new AppError('GENERIC_COMMAND_ERROR', 422, message)
}

/** A file that cannot be deleted is deleted when the next process starts. */
async function discard(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true }).catch(() => undefined)
}
