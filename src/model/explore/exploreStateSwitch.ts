import type { ControlRule, ExploreForm } from './exploreState.ts'
import { leaveType, type TypeMemory } from './exploreStateMemory.ts'

/** What a chart type asks for, and what the dataset can offer in its place. */
export interface SwitchInput {
  form: ExploreForm
  vizType: string
  rules: readonly ControlRule[]
  /** what the types had that were left before */
  memory: TypeMemory
  /** names of the dataset's temporal columns, the main one first */
  temporalColumns: readonly string[]
}

/** The time grain of charts that never had one. */
const newTimeGrain = 'P1D'

/** Keys that belong to the chart whatever its type. */
const common = [
  'datasource',
  'slice_id',
  'url_params',
  'dashboards',
  'label_colors',
  'annotation_layers',
  'extra_form_data',
  'temporal_columns_lookup',
]

/**
 * The form for another chart type. One that was never entered takes over everything that fits: controls of the same
 * name, metrics and dimensions wherever it keeps them. One that was left finds what it had, but for what was set since.
 */
export function switchType({ form, vizType, rules, memory, temporalColumns }: SwitchInput): ExploreForm {
  const names = new Set(rules.map((rule) => rule.name))
  const { left, newest } = leaveType(memory, form)
  const known = left.get(vizType)
  const isSet = (...among: string[]) => known === undefined || among.some((name) => known.since.includes(name))

  const next: ExploreForm = { ...known?.form, viz_type: vizType }
  for (const name of names) if (isSet(name)) take(next, name, newest)
  for (const name of common) take(next, name, form)

  const several = listOf(newest['metrics'])
  const metrics = several.length > 0 ? several : listOf(newest['metric'])
  if (isSet('metric', 'metrics')) {
    if (names.has('metrics') && (metrics.length > 0 || known)) next['metrics'] = metrics
    if (names.has('metric')) take(next, 'metric', { metric: newest['metric'] ?? metrics[0] })
  }

  if (names.has('time_grain_sqla') && known === undefined) next['time_grain_sqla'] ??= newTimeGrain

  let becomesAggregate = false
  if (names.has('query_mode')) {
    const before = known?.form['query_mode'] ?? 'raw'
    next['query_mode'] = metrics.length > 0 && isSet('metric', 'metrics') ? 'aggregate' : before
    becomesAggregate = before === 'raw' && next['query_mode'] === 'aggregate'
  }

  const dimensions = listOf(newest['groupby'])
  const axisBefore = newest['x_axis']
  if (names.has('x_axis')) {
    const temporal = dimensions.find((column) => temporalColumns.includes(String(column)))
    const axis = next['x_axis'] ?? axisBefore ?? temporal ?? temporalColumns[0] ?? dimensions[0]
    if (axis !== undefined) next['x_axis'] = axis
    if (names.has('groupby') && isSet('groupby')) next['groupby'] = dimensions.filter((column) => column !== axis)
  } else if (names.has('groupby') && axisBefore !== undefined && axisBefore !== null) {
    const isOne = names.has('metric') && dimensions.length > 0
    if (isSet('groupby') || becomesAggregate || (isSet('x_axis') && !isOne))
      next['groupby'] = isOne || dimensions.includes(axisBefore) ? dimensions : [axisBefore, ...dimensions]
  }
  return next
}

/** Gives a control the value that it has elsewhere, or none. */
function take(form: ExploreForm, name: string, from: ExploreForm): void {
  if (from[name] !== undefined) form[name] = from[name]
  else delete form[name]
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[]
  return value === undefined || value === null || value === '' ? [] : [value]
}

interface NewFormInput {
  datasource: string
  vizType: string
  /** the controls of that type */
  rules: readonly ControlRule[]
  /** names of the dataset's columns */
  columns: readonly string[]
  /** names of its temporal columns, the main one first */
  times?: readonly string[]
  /** how a table writes what is in a column */
  looks?: Readonly<Record<string, object>>
}

/** The start of a chart nobody has made yet: every column as rows, or over the main time, where its type can show them. */
export function newForm({ datasource, vizType, rules, columns, times = [], looks = {} }: NewFormInput): ExploreForm {
  const temporal_columns_lookup = Object.fromEntries(times.map((name) => [name, true]))
  const form = { datasource, viz_type: vizType, adhoc_filters: [], temporal_columns_lookup }
  if (!rules.some(({ name }) => name === 'all_columns')) {
    const hasAxis = times[0] !== undefined && rules.some(({ name }) => name === 'x_axis')
    return { ...form, time_grain_sqla: newTimeGrain, ...(hasAxis ? { x_axis: times[0] } : {}) }
  }
  const asRows = { ...form, query_mode: 'raw', all_columns: [...columns], row_limit: 1000 }
  return Object.keys(looks).length === 0 ? asRows : { ...asRows, column_config: looks }
}
