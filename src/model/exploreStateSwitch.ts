import type { ControlRule, ExploreForm } from './exploreState.ts'

/** What a chart type asks for, and what the dataset can offer in its place. */
export interface SwitchInput {
  form: ExploreForm
  vizType: string
  rules: readonly ControlRule[]
  /** the controls of that type when it was left before */
  remembered?: ExploreForm
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
 * The form for another chart type: what it had when it was left, and over it everything of the current form that fits:
 * controls of the same name, metrics and dimensions wherever the new type keeps them.
 */
export function switchType(input: SwitchInput): ExploreForm {
  const { form, vizType, rules, remembered = {}, temporalColumns } = input
  const names = new Set(rules.map((rule) => rule.name))
  // so many rows were right for reading, not for a picture
  const left = new Set(form['query_mode'] === 'raw' ? ['query_mode', 'row_limit'] : ['query_mode'])
  const kept = Object.fromEntries(
    Object.entries(form).filter(([name]) => (names.has(name) && !left.has(name)) || common.includes(name)),
  )
  const next: ExploreForm = { ...remembered, ...kept, viz_type: vizType }

  const metrics = listOf(form['metrics']).concat(listOf(form['metric']))
  if (names.has('metrics') && metrics.length > 0)
    next['metrics'] = listOf(kept['metrics']).length > 0 ? kept['metrics'] : metrics
  if (names.has('metric') && metrics.length > 0) next['metric'] = kept['metric'] ?? metrics[0]

  if (names.has('time_grain_sqla') && next['time_grain_sqla'] === undefined) next['time_grain_sqla'] = newTimeGrain

  const dimensions = listOf(form['groupby'])
  if (names.has('x_axis')) {
    const temporal = dimensions.find((column) => temporalColumns.includes(String(column)))
    const axis = form['x_axis'] ?? remembered['x_axis'] ?? temporal ?? temporalColumns[0] ?? dimensions[0]
    if (axis !== undefined) next['x_axis'] = axis
    if (names.has('groupby')) next['groupby'] = dimensions.filter((column) => column !== axis)
  } else if (names.has('groupby') && form['x_axis'] !== undefined && form['x_axis'] !== null) {
    const isOne = names.has('metric') && dimensions.length > 0
    next['groupby'] = isOne || dimensions.includes(form['x_axis']) ? dimensions : [form['x_axis'], ...dimensions]
  }
  if (names.has('query_mode'))
    next['query_mode'] = metrics.length > 0 ? 'aggregate' : (remembered['query_mode'] ?? 'raw')
  return next
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
  /** names of its temporal columns */
  times?: readonly string[]
  /** how a table writes what is in a column */
  looks?: Readonly<Record<string, object>>
}

/** The start of a chart nobody has made yet: every column of the dataset, as rows, where its type can show them. */
export function newForm({ datasource, vizType, rules, columns, times = [], looks = {} }: NewFormInput): ExploreForm {
  const temporal_columns_lookup = Object.fromEntries(times.map((name) => [name, true]))
  const form = { datasource, viz_type: vizType, adhoc_filters: [], temporal_columns_lookup }
  if (!rules.some(({ name }) => name === 'all_columns')) return { ...form, time_grain_sqla: newTimeGrain }
  const asRows = { ...form, query_mode: 'raw', all_columns: [...columns], row_limit: 1000 }
  return Object.keys(looks).length === 0 ? asRows : { ...asRows, column_config: looks }
}
