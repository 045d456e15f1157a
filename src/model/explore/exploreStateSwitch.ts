import type { ControlRule, ExploreForm } from './exploreState.ts'
import { leaveType, type TypeMemory } from './exploreStateMemory.ts'

/** The controls of a chart type, and replacements that the dataset offers. */
export interface SwitchInput {
  form: ExploreForm
  vizType: string
  rules: readonly ControlRule[]
  /** control values of types that were selected before */
  memory: TypeMemory
  /** names of the dataset's temporal columns, the main one first */
  temporalColumns: readonly string[]
}

/** The time grain of charts that never had one. */
const newTimeGrain = 'P1D'

/** Keys that belong to the chart and not to its type. */
const common = [
  'datasource',
  'slice_id',
  'url_params',
  'dashboards',
  'label_colors',
  'annotation_layers',
  'extra_form_data',
  // what a dashboard added, which is removed before the chart is saved
  'inherited_filters',
  'inherited_time_range',
  'temporal_columns_lookup',
]

/**
 * The form for another chart type. A type that was never selected takes over everything that fits: controls with the
 * same name, and metrics and dimensions in any control. A type that was selected before gets its values back, with
 * later changes.
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
    const temporal = dimensions.find((column) => typeof column === 'string' && temporalColumns.includes(column))
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

/** Sets a control to the value that it has under another type, or removes it. */
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
  /** how a table formats a column */
  looks?: Readonly<Record<string, object>>
}

/** The initial form of a new chart: all columns as rows, or the main time column as axis, if its type supports them. */
export function newForm({ datasource, vizType, rules, columns, times = [], looks = {} }: NewFormInput): ExploreForm {
  const temporal_columns_lookup = Object.fromEntries(times.map((name) => [name, true]))
  const form = { datasource, viz_type: vizType, adhoc_filters: [], temporal_columns_lookup }
  if (!rules.some(({ name }) => name === 'all_columns')) {
    const hasAxis = times[0] !== undefined && rules.some(({ name }) => name === 'x_axis')
    const lists = rules.filter(({ startsWithTime }) => startsWithTime).map(({ name }) => [name, times.slice(0, 1)])
    return {
      ...form,
      time_grain_sqla: newTimeGrain,
      ...(hasAxis ? { x_axis: times[0] } : {}),
      ...Object.fromEntries(lists),
    }
  }
  const asRows = { ...form, query_mode: 'raw', all_columns: [...columns], row_limit: 1000 }
  return Object.keys(looks).length === 0 ? asRows : { ...asRows, column_config: looks }
}
