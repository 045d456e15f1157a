import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findChart, isSupported } from '../../../charts/index.ts'
import type { ChartDatasource } from '../../../charts/shared/contract.ts'
import { contextOfSaved, controlsOf, exploreSaved } from '../../../charts/testing/parts.ts'
import { hasRecordings, readRecordings } from '../../../charts/testing/recordings.ts'
import { isAltered, startExplore } from '../../../model/explore/exploreState.ts'
import type { QueryObject } from '../../../model/query/queryObject.ts'
import { savedFormData } from './save/savedFormData.ts'

/** Opens each example chart in the builder, builds its queries, and saves it again, without rendering a page. */

const root = join(import.meta.dirname, '../../../..')
const shared = join(root, '../shared/examples/bundles')
const hasShared = existsSync(shared) || process.env.CI === 'true'

const datasource: ChartDatasource = {
  verboseMap: {},
  columnFormats: {},
  currencyFormats: {},
  columnTypes: {},
  mainDttmCol: null,
}

type Params = Record<string, unknown>

interface SavedChart {
  name: string
  params: Params
}

function chartsBelow(folder: string): SavedChart[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)charts\/.+\.yaml$/.test(path))
    .flatMap((path) => {
      const chart = parse(readFileSync(join(folder, path), 'utf8')) as { params?: Params; viz_type?: string }
      if (typeof chart.params !== 'object' || !isSupported(String(chart.viz_type))) return []
      return [{ name: path, params: { ...chart.params, viz_type: chart.viz_type, datasource: '1__table' } }]
    })
}

const own = chartsBelow(join(root, 'examples'))
const others = chartsBelow(shared)

const snake = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const folded = ['granularity_sqla', 'granularity', 'time_range', 'since', 'until']
const isLegacy = (params: Params) => folded.some((key) => Boolean(params[key]))

/**
 * A saved value as a control represents it: numbers saved as text become numbers, and an empty value becomes undefined.
 */
function normal(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null
  // the former value for "no rolling window"
  if (value === 'None') return null
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (Array.isArray(value) && value.every((each) => each === null || each === '')) return null
  return value
}

/** Tests for saved values that no current control could have written, by control. */
const unreadable = new Map<string, (value: unknown) => boolean>([
  // a metric or column that some versions saved as a list of one
  ['metric', Array.isArray],
  ['x_axis', Array.isArray],
  // a single column for a control that accepts several
  ['groupby', (value) => typeof value === 'string'],
  // older box plots use their time column instead
  ['columns', (value) => Array.isArray(value) && value.length === 0],
  // a value and a key that the original does not read
  ['normalize_across', (value) => value === 'heatmap_v2'],
  ['whiskerOptions', (value) => value === 'Min/max (no outliers)'],
  // a checkbox in older versions, now a style
  ['stack', (value) => typeof value === 'boolean'],
])

describe.each([
  ['examples', own, true],
  ['../shared/examples/bundles', others, hasShared],
] as const)('charts of %s', (_folder, charts, isThere) => {
  it.skipIf(!isThere)('exist', () => expect(charts.length).toBeGreaterThan(20))

  it.each(charts)('$name: each control shows the saved value', ({ params }) => {
    const opened = exploreSaved(params, datasource)
    expect(opened).toBeDefined()
    if (opened === undefined || opened['viz_type'] !== params['viz_type']) return
    const given = new Map(Object.entries(params).map(([key, value]) => [snake(key), value]))
    for (const { name } of controlsOf(opened['viz_type'])) {
      const saved = given.get(snake(name))
      if (saved === undefined || saved === null || saved === '' || unreadable.get(name)?.(saved)) continue
      if (name === 'adhoc_filters') {
        const filters = opened[name] as unknown[]
        expect(filters.slice(0, (saved as unknown[]).length)).toEqual(saved)
      } else if (name === 'column_collection') {
        // each column gets the defaults of its fields
        expect(opened[name]).toMatchObject(saved)
      } else expect({ [name]: normal(opened[name]) }).toEqual({ [name]: normal(saved) })
    }
  })

  it.each(charts)('$name: opens unchanged, and sends the same query after saving and reopening', ({ params }) => {
    const opened = exploreSaved(params, datasource) ?? {}
    expect(isAltered(startExplore(opened, 'name', { form: opened, name: 'name', version: undefined }))).toBe(false)
    const saved = savedFormData(opened, { saved: params, opened })
    const again = exploreSaved(saved, datasource) ?? {}
    const queriesOf = (formData: Params) => contextOfSaved({ formData, datasource })?.queries
    expect(queriesOf(again)).toEqual(queriesOf(opened))
    // charts that combine other charts have no query of their own
    if (findChart(String(opened['viz_type']))?.drawsCharts) expect(queriesOf(opened)).toEqual([])
    else expect(queriesOf(opened)?.length).toBeGreaterThan(0)
  })

  it.each(charts)('$name: saves the same values, plus defaults', ({ params }) => {
    const opened = exploreSaved(params, datasource) ?? {}
    const saved = savedFormData(opened, { saved: params, opened })
    const kept = Object.entries(params).filter(
      ([key]) => !['slice_id', 'url_params', ...folded].includes(key) && !(key === 'adhoc_filters' && isLegacy(params)),
    )
    if (opened['viz_type'] !== params['viz_type']) return
    expect(saved).toMatchObject(Object.fromEntries(kept))
    const defaults = exploreSaved({ viz_type: params['viz_type'], datasource: '1__table' }, datasource) ?? {}
    const known = new Set(Object.keys(params).map(snake))
    for (const [key, value] of Object.entries(saved)) {
      // each list of filters without a time filter gets one
      if (known.has(snake(key)) || key.startsWith('adhoc_filters') || key === 'x_axis' || key === 'query_mode') continue
      // the time column of an older box plot
      if (key === 'columns' && isLegacy(params)) continue
      expect({ [key]: value }).toEqual({ [key]: defaults[key] })
    }
  })
})

/**
 * A query recorded on a dashboard, converted to the query that is sent after its chart was opened in the builder. Keys
 * without a control are not sent (as recorded in the original's builder). A legacy time column and range become the
 * axis, if the type has one, and a filter.
 */
function inBuilder(query: QueryObject, opened: Params, saved: Params): QueryObject {
  const { granularity, time_range, is_timeseries, row_limit, ...given } = query
  // an empty grain is not sent
  const { time_grain_sqla: grain, ...ungrained } = given.extras ?? {}
  const rest = grain === null ? { ...given, extras: ungrained } : given
  const controls = new Set(controlsOf(opened['viz_type']).map(({ name }) => name))
  const shown = {
    ...rest,
    ...(is_timeseries !== undefined && { is_timeseries }),
    ...(row_limit !== undefined && controls.has('row_limit') && { row_limit }),
    series_limit: controls.has('limit') ? query.series_limit : 0,
  } as QueryObject
  if (!granularity) return shown
  const isTime = ({ op }: { op: string }) => op === 'TEMPORAL_RANGE'
  const time = { col: granularity, op: 'TEMPORAL_RANGE', val: time_range ?? 'No filter' } as const
  const filters = query.filters?.some(isTime) ? query.filters : [...(query.filters ?? []), time]
  const isAxis = saved['x_axis'] === undefined && opened['x_axis'] !== undefined && is_timeseries === true
  if (!isAxis) return { ...shown, filters }
  const { is_timeseries: _byAxis, extras = {}, ...unmarked } = shown
  const { time_grain_sqla: timeGrain, ...others } = extras
  const axis = { columnType: 'BASE_AXIS', expressionType: 'SQL', label: granularity, sqlExpression: granularity }
  const text = JSON.stringify({ ...unmarked, extras: others, filters })
  const named = JSON.parse(text.replaceAll('"__timestamp"', JSON.stringify(granularity))) as QueryObject
  return { ...named, columns: [{ ...axis, ...(timeGrain && { timeGrain }) } as never, ...(query.columns ?? [])] }
}

// requests of the retired endpoint are compared by the tests of their types
const recordings = readRecordings().filter(
  ({ form_data, request }) => isSupported(String(form_data['viz_type'])) && request.body.queries !== undefined,
)

describe.skipIf(!hasRecordings)('recorded charts (needs ../shared/reference/recordings)', () => {
  it.each(recordings.map((recording) => [recording.name, recording] as const))(
    '%s: opened here it sends the recorded query',
    (_name, { form_data, request }) => {
      const saved = { ...form_data, datasource: request.body.form_data?.['datasource'] }
      const opened = { ...exploreSaved(saved, datasource), url_params: request.body.queries[0]?.url_params }
      const context = contextOfSaved({ formData: opened, datasource })
      expect(context?.datasource).toEqual(request.body.datasource)
      expect(context?.queries).toEqual(request.body.queries.map((query) => inBuilder(query, opened, saved)))
    },
  )
})
