import { withTimeFilter } from '../query/timeFilter.ts'

type Form = Record<string, unknown>

const renames: Record<string, string> = {
  bottom_margin: 'x_axis_title_margin',
  left_margin: 'y_axis_title_margin',
  x_axis_label: 'x_axis_title',
  y_axis_label: 'y_axis_title',
  x_axis_format: 'x_axis_time_format',
  x_axis_showminmax: 'truncateXAxis',
  y_axis_showminmax: 'truncateYAxis',
  x_ticks_layout: 'xAxisLabelRotation',
  y_log_scale: 'logAxis',
  show_controls: 'show_extra_controls',
}

const dropped = ['contribution', 'line_interpolation', 'reduce_x_ticks', 'show_brush', 'show_markers']

/** The retired line chart -> the line chart; cardinal and step interpolation became series types. */
export function migrateLegacyLine(form: Form): Form {
  const seriesType = { cardinal: 'smooth', 'step-before': 'start', 'step-after': 'end' }[
    String(form.line_interpolation)
  ]
  return {
    ...legacyTimeSeries(form),
    viz_type: 'echarts_timeseries_line',
    ...(seriesType !== undefined && { seriesType }),
  }
}

/** The retired area chart -> the area chart. */
export function migrateLegacyArea(form: Form): Form {
  const styles: Record<string, string> = { stack: 'Stack', stream: 'Stream', expand: 'Expand' }
  const { stacked_style, ...rest } = legacyTimeSeries(form)
  return { ...rest, viz_type: 'echarts_area', stack: styles[String(stacked_style)] ?? 'Stack', opacity: 0.7 }
}

/** The retired time-series bar chart -> the bar chart. */
export function migrateLegacyBar(form: Form): Form {
  return { ...legacyBars(legacyTimeSeries(form)), viz_type: 'echarts_timeseries_bar' }
}

/** The retired categorical bar chart -> the bar chart: its first dimension is the x axis. */
export function migrateLegacyDistBar(form: Form): Form {
  const [first, ...rest] = [form.groupby].flat()
  const { columns, ...bars } = legacyBars(renameFields(form))
  return {
    ...withTimeFilter(bars),
    viz_type: 'echarts_timeseries_bar',
    x_axis: first,
    groupby: [...rest, ...[columns ?? []].flat()],
    xAxisLabelRotation: 45,
  }
}

function legacyBars(form: Form): Form {
  const { show_bar_value, bar_stacked, ...rest } = form
  return {
    ...rest,
    ...(show_bar_value !== undefined && { show_value: show_bar_value }),
    stack: bar_stacked ? 'Stack' : null,
  }
}

function legacyTimeSeries(form: Form): Form {
  const axis = form.granularity_sqla
  return {
    ...withTimeFilter(renameFields(form)),
    ...(axis ? { x_axis: axis, time_grain_sqla: form.time_grain_sqla ?? 'P1D' } : {}),
  }
}

function renameFields(form: Form): Form {
  const result: Form = { ...form }
  for (const [from, to] of Object.entries(renames)) {
    if (!(from in form)) continue
    result[to] = form[from]
    delete result[from]
  }
  for (const key of dropped) delete result[key]
  if (form.contribution) result.contributionMode = 'row'
  if (form.show_brush !== undefined) result.zoomable = form.show_brush === 'yes'
  if (form.show_markers !== undefined) result.markerEnabled = Boolean(form.show_markers)
  if (form.x_ticks_layout !== undefined) result.xAxisLabelRotation = form.x_ticks_layout === '45°' ? 45 : 0
  if (form.y_axis_showminmax !== undefined) result.truncateYAxis = true
  if (form.bottom_margin === 'auto') result.x_axis_title_margin = form.x_axis_label ? 30 : 15
  if (form.left_margin === 'auto') result.y_axis_title_margin = form.y_axis_label ? 30 : 15
  if (Array.isArray(form.time_compare)) result.time_compare = form.time_compare.map(withAgo)
  else if (typeof form.time_compare === 'string' && form.time_compare)
    result.time_compare = [withAgo(form.time_compare)]
  if (form.comparison_type === 'absolute') result.comparison_type = 'difference'
  return result
}

const withAgo = (shift: unknown) => (/ (ago|later)$/.test(String(shift)) ? String(shift) : `${String(shift)} ago`)
