import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildQueryContext } from '../charts/buildQueryContext.ts'
import { editedForm } from '../charts/drillBy.ts'
import { type LevelMove, levelMoves, levelStep } from '../charts/drillLevels.ts'
import { drillRequest } from '../charts/drillRequest.ts'
import { firstStep, followMoves } from '../charts/drillSteps.ts'
import { findChart } from '../charts/index.ts'
import { openFormData } from '../charts/openFormData.ts'
import { drawing as pie } from '../charts/pie/drawing.ts'
import type { ChartDatasource, DrillContext, EChartsDrawing, MarkEvent } from '../charts/shared/contract.ts'
import { maskDrill } from '../charts/shared/crossFilter.ts'
import { drawing as mixed } from '../charts/shared/mixed/drawing.ts'
import { drawing as timeseries } from '../charts/shared/timeseries/drawing.ts'
import { rowDrill } from '../charts/table/crossFilter.ts'
import { drawInput } from '../charts/testing/drawInput.ts'
import type { ExtraFormData } from '../model/dashboard/dataMask.ts'
import { mergeExtraFormData } from '../model/dashboard/dataMaskMerge.ts'
import { GenericType } from '../model/dataset/dataset.ts'
import type { ChartData, ExploreDataAnswer, SamplesAnswer } from '../model/query/chartData.ts'
import { columnLabel } from '../model/query/labels.ts'
import type { QueryContext } from '../model/query/queryObject.ts'
import { ensureExamplesDatabase } from './embedded/tables.ts'
import { startApp, type TestApp } from './testing/app.ts'

/** The rows behind a mark add up to it, with any filters of a dashboard, and with row rules. */

let server: TestApp
let folder: string
let datasetId: number
const tokens = new Map<string, string>()

const post = async <T>(user: string, url: string, payload: object): Promise<T> => {
  const headers = { authorization: `Bearer ${tokens.get(user)}` }
  const answer = await server.app.inject({ method: 'POST', url, headers, payload })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json<T>()
}

const regions = ['North', "O'Brien", 'N/A', 'a,b', '']
const dayMs = 86_400_000

/** Rows with missing values, quotes and numbers as dimensions, on 200 days that are not whole buckets. */
function table(): string {
  const lines = Array.from({ length: 700 }, (_row, index) => {
    const region = index % 6 === 5 ? '' : `"${regions[index % 6]}"`
    const at = new Date(Date.UTC(2023, 10, 3) + ((index * 37) % 200) * dayMs + (index % 24) * 3_600_000)
    const store = index % 11 === 0 ? '' : (index % 4) * 5
    const paid = index % 7 === 0 ? '' : index % 3 === 0
    return [region, at.toISOString().slice(0, 19).replace('T', ' '), store, paid, (index * 13) % 101].join(',')
  })
  return ['region,sold_at,store,paid,amount', ...lines].join('\n')
}

beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  const { db, now, tables } = server.services
  folder = mkdtempSync(join(tmpdir(), 'drill-'))
  const databaseId = await ensureExamplesDatabase(db, now)
  const source = join(folder, 'sold.csv')
  writeFileSync(source, table())
  await tables.load({ databaseId, table: 'sold', source, format: 'csv' })
  await server.addUser('anna', ['Alpha'])
  for (const user of ['admin', 'anna']) tokens.set(user, await server.token(user))
  datasetId = (await post<{ id: number }>('admin', '/api/v1/dataset/', { database: databaseId, table_name: 'sold' })).id
  const role = await db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
  await post('admin', '/api/v1/rowlevelsecurity/', {
    name: 'small amounts',
    clause: 'amount < 70',
    filter_type: 'Regular',
    tables: [datasetId],
    roles: [role.id],
  })
}, 120_000)

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const { numeric, string, temporal, boolean } = GenericType
const datasource: ChartDatasource = {
  verboseMap: {},
  columnFormats: {},
  currencyFormats: {},
  columnTypes: { region: string, sold_at: temporal, store: numeric, paid: boolean, amount: numeric },
  mainDttmCol: 'sold_at',
}

const total = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'total' } as const
const half = { expressionType: 'SQL', sqlExpression: "CASE WHEN amount > 50 THEN 'big' END", label: 'Size' }
const monthOf = { expressionType: 'SQL', sqlExpression: "date_trunc('month', sold_at)", label: 'Month' }

const dimension = fc.constantFrom<unknown>('region', 'store', 'paid', half)
const dimensions = (minLength: number) =>
  fc.uniqueArray(dimension, { minLength, maxLength: 2, selector: (each) => JSON.stringify(each) })
const grain = fc.constantFrom('PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y')
const simple = (subject: string, operator: string, comparator: unknown) => ({
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject,
  operator,
  comparator,
})
const ownFilters = fc.subarray([
  simple('sold_at', 'TEMPORAL_RANGE', '2023-12-01 : 2024-04-20'),
  simple('region', 'NOT IN', ['a,b']),
  { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'amount % 2 = 0 OR store = 5' },
])
/** Form data that filters of a dashboard, and cross-filters of its charts, add to a chart. */
const fromDashboard = fc
  .subarray<ExtraFormData>([
    { filters: [{ col: 'region', op: 'IN', val: ['North', null, 'N/A'] }] },
    { filters: [{ col: 'region', op: 'NOT IN', val: ['a,b'] }] },
    { filters: [{ col: 'store', op: 'IN', val: [5, 10, null] }] },
    { filters: [{ col: 'paid', op: 'IN', val: [true, null] }] },
    { filters: [{ col: 'amount', op: '>=', val: 10 }] },
    { time_range: '2024-01-01 : 2024-03-15' },
    { time_grain_sqla: 'P1M' },
  ])
  .map(mergeExtraFormData)

const byTime = fc.record({
  viz_type: fc.constantFrom('echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_area'),
  x_axis: fc.constantFrom('sold_at', 'region', 'store'),
  time_grain_sqla: grain,
  groupby: dimensions(0).map((list) => list.filter((each) => each !== 'region' && each !== 'store')),
  metrics: fc.constant([total]),
  row_limit: fc.constant(10_000),
})
const twice = fc.record({
  viz_type: fc.constant('mixed_timeseries'),
  x_axis: fc.constant('sold_at'),
  time_grain_sqla: grain,
  metrics: fc.constant([total]),
  groupby: dimensions(0),
  metrics_b: fc.constant([{ ...total, label: 'total of B' }]),
  groupby_b: dimensions(0),
  adhoc_filters_b: ownFilters,
})
const slices = fc.record({
  viz_type: fc.constant('pie'),
  groupby: dimensions(1),
  metric: fc.constant(total),
  row_limit: fc.constant(1000),
})
const rows = fc.record({
  viz_type: fc.constant('table'),
  query_mode: fc.constant('aggregate'),
  groupby: fc.uniqueArray(fc.constantFrom<unknown>('region', 'store', 'paid', half, 'sold_at', monthOf), {
    minLength: 1,
    maxLength: 3,
    selector: (each) => JSON.stringify(each),
  }),
  temporal_columns_lookup: fc.constant({ sold_at: true }),
  time_grain_sqla: grain,
  metrics: fc.constant([total]),
  row_limit: fc.constant(1000),
})

interface Found {
  drill: DrillContext | null
  value: number | null
}

/** Every mark of a chart, as a right click on it finds it, with its value. */
function marksOf(form: Record<string, unknown>, data: ChartData[]): Found[] {
  const input = drawInput(form, data, { datasource })
  if (form['viz_type'] === 'table') {
    const values = data[0]?.columns[data[0].colnames.indexOf('total')] ?? []
    return values.map((value, row) => ({ drill: rowDrill(form as never, data[0], row), value: value as number | null }))
  }
  if (form['viz_type'] === 'pie') {
    const values = data[0]?.columns[data[0].colnames.indexOf('total')] ?? []
    // the slices are in the order of the rows
    return values.map((value, dataIndex) => ({
      drill: maskDrill(pie.crossFilter?.(input as never, pie.marks!(input as never)[dataIndex]!)),
      value: value as number | null,
    }))
  }
  const drawing = (form['viz_type'] === 'mixed_timeseries' ? mixed : timeseries) as unknown as EChartsDrawing<unknown>
  const option = drawing.option(input) as {
    dataset: { source: Record<string, unknown[]> } | { source: Record<string, unknown[]> }[]
    series: { name: string; datasetIndex?: number; encode: { x: string; y: string } }[]
  }
  const datasets = [option.dataset].flat()
  return option.series.flatMap((series) => {
    const source = datasets[series.datasetIndex ?? 0]!.source
    const values = (source[series.encode.y] ?? []) as (number | null)[]
    return values.map((value, dataIndex) => {
      const event: MarkEvent = { seriesName: series.name, dataIndex }
      return { drill: drawing.drill!(input, event), value }
    })
  })
}

const chart = fc.oneof(byTime, twice, slices, rows)
const user = fc.constantFrom('admin', 'anna')

/** A chart on a dashboard as one of the users sees it, with its marks that have a value. */
interface Opened {
  user: string
  form: Record<string, unknown>
  context: QueryContext
  extraFormData: ExtraFormData
  data: ChartData[]
  marks: Found[]
  pick: <T>(from: readonly T[]) => T
}

/** Checks generated charts, filters, cross-filters and users; each check returns how many marks it drilled into. */
async function checkOpened(defaultRuns: number, check: (opened: Opened) => Promise<number>): Promise<number> {
  let drilled = 0
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(chart, ownFilters, fromDashboard, user, fc.infiniteStream(fc.nat())),
      async ([chosen, adhoc_filters, extraFormData, user, picks]) => {
        const saved = { ...chosen, adhoc_filters, datasource: `${datasetId}__table` }
        const form = (await openFormData(saved))!.formData
        const context = (await buildQueryContext({ formData: form, datasource, extraFormData: { ...extraFormData } }))!
        const { result: data } = await post<ExploreDataAnswer>(user, '/api/v1/explore/data', context)
        const marks = marksOf(form, data).filter(({ value }) => value !== null)
        const pick = <T>(from: readonly T[]) => from[picks.next().value! % from.length]!
        if (marks.length > 0) drilled += await check({ user, form, context, extraFormData, data, marks, pick })
      },
    ),
    { numRuns: Number(process.env['DRILL_RUNS'] ?? defaultRuns) },
  )
  return drilled
}

/** The sum of the numbers of a chart, without its dimensions. */
function sumOf(context: QueryContext, data: ChartData[], query = 0): number {
  const dimensions = new Set((context.queries[query]?.columns ?? []).map(columnLabel))
  const { colnames, columns } = data[query]!
  const numbers = columns.filter((_column, at) => !dimensions.has(colnames[at]!)).flat()
  return numbers.reduce<number>((sum, value) => sum + Number(value), 0)
}

describe('a chart behind a mark, by another column', () => {
  it('adds up to the mark, with every type, and when it is edited', async () => {
    const drilled = await checkOpened(4, async ({ user, form, context, extraFormData, data, marks, pick }) => {
      const { drill, value } = pick(marks)
      const move = { drill: drill!, data, column: pick(['region', 'store', 'paid', 'sold_at', 'amount']) }
      const first = (await firstStep(form, context, extraFormData))!
      const [, step] = await followMoves(first, [move], datasource)
      for (const type of step!.types) {
        const [, drawn] = await followMoves(first, [{ ...move, type }], datasource)
        const kept = type === form['viz_type'] ? drill!.query : 0
        const shown = await post<ExploreDataAnswer>(user, '/api/v1/explore/data', drawn!.context)
        expect([type, sumOf(drawn!.context, shown.result, kept)]).toEqual([type, value])
        const edited = editedForm(drawn!.chart.formData, drawn!.extra)
        const again = (await buildQueryContext({ formData: edited, datasource }))!
        const { result } = await post<ExploreDataAnswer>(user, '/api/v1/explore/data', again)
        expect([type, 'edited', sumOf(again, result, kept)]).toEqual([type, 'edited', value])
      }
      return step!.types.length
    })
    expect(drilled).toBeGreaterThan(4)
  }, 600_000)
})

describe('the rows of a drill', () => {
  it('add up to the mark that it came from', async () => {
    const drilled = await checkOpened(12, async ({ user, context, data, marks, pick }) => {
      const count = Math.min(5, marks.length)
      for (let at = 0; at < count; at++) {
        const { drill, value } = pick(marks)
        const { query } = drillRequest({ context, datasource, drill: drill!, data })
        const url = `/datasource/samples?datasource_type=table&datasource_id=${datasetId}&per_page=1000`
        const { result } = await post<SamplesAnswer>(user, url, query)
        const sum = result.data.reduce((sofar, row) => sofar + Number(row['amount']), 0)
        expect([result.rejected_filters, result.total_count, sum]).toEqual([[], result.data.length, value])
        expect(result.total_count).toBeGreaterThan(0)
      }
      return count
    })
    expect(drilled).toBeGreaterThan(10)
  }, 600_000)
})

const hierarchies = [
  { name: 'place', levels: [{ column: 'region' }, { column: 'store' }, { column: 'sold_at', grain: 'P1Y' }] },
  { name: 'payment', levels: [{ column: 'paid' }, { column: 'region' }] },
]

const sameFilter = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

describe('a level of a hierarchy', () => {
  it('adds up to the value that it came from, down to the last level', async () => {
    const drilled = await checkOpened(12, async ({ user, form, extraFormData, marks, pick }) => {
      const about = findChart(String(form['viz_type']))!
      const path: LevelMove[] = []
      let shown = marks
      let at: { form: Record<string, unknown>; extra: ExtraFormData } = { form, extra: extraFormData }
      while (path.length < 4 && shown.length > 0) {
        const { drill } = pick(shown)
        const input = { formData: at.form, about, drill: drill!, datasource, hierarchies, extra: at.extra }
        const moves = levelMoves(input)
        if (moves.length === 0) break
        const { of, ...move } = pick(moves)
        const whole = shown.filter(
          (each) => each.drill?.query === drill!.query && each.drill?.filters.some((filter) => sameFilter(filter, of)),
        )
        path.push({ ...move, label: '' })
        const step = (await levelStep(form, path, extraFormData, datasource))!
        const { result } = await post<ExploreDataAnswer>(user, '/api/v1/explore/data', step.context)
        const sum = whole.reduce((sofar, { value }) => sofar + Number(value), 0)
        expect([path, sumOf(step.context, result, drill!.query)]).toEqual([path, sum])
        shown = marksOf(step.chart.formData, result).filter(({ value }) => value !== null)
        at = { form: step.chart.formData, extra: step.extra }
      }
      return path.length
    })
    expect(drilled).toBeGreaterThan(10)
  }, 600_000)
})

it('a database can forbid raw rows', async () => {
  const read = async () => {
    const url = `/api/v1/explore/?datasource_id=${datasetId}&datasource_type=table`
    const headers = { authorization: `Bearer ${tokens.get('admin')}` }
    const answer = await server.app.inject({ method: 'GET', url, headers })
    return answer.json<{ result: { dataset: { database: object } } }>().result.dataset.database
  }
  expect(await read()).not.toHaveProperty('disable_drill_to_detail')
  const { db } = server.services
  const extra = JSON.stringify({ disable_drill_to_detail: true })
  await db.updateTable('databases').set({ extra }).execute()
  expect(await read()).toMatchObject({ disable_drill_to_detail: true })
})
