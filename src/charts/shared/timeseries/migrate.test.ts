import { describe, expect, it } from 'vitest'
import { openSaved } from '../../testing/parts.ts'

const filter = {
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject: 'ds',
  operator: 'TEMPORAL_RANGE',
  comparator: 'Last year',
}
const legacy = { granularity_sqla: 'ds', time_range: 'Last year', metrics: ['m'] }

describe('retired time-series charts', () => {
  it.each([
    [
      'line',
      {},
      { viz_type: 'echarts_timeseries_line', x_axis: 'ds', time_grain_sqla: 'P1D', adhoc_filters: [filter] },
    ],
    ['line', { line_interpolation: 'cardinal' }, { seriesType: 'smooth' }],
    ['line', { line_interpolation: 'step-after' }, { seriesType: 'end' }],
    [
      'line',
      { show_brush: 'yes', show_markers: true, contribution: true },
      { zoomable: true, markerEnabled: true, contributionMode: 'row' },
    ],
    ['line', { bottom_margin: 'auto', x_axis_label: 'Time' }, { x_axis_title_margin: 30, x_axis_title: 'Time' }],
    [
      'line',
      { time_compare: ['1 year'], comparison_type: 'absolute' },
      { time_compare: ['1 year ago'], comparison_type: 'difference' },
    ],
    ['line', { x_ticks_layout: '45°', y_log_scale: true }, { xAxisLabelRotation: 45, logAxis: true }],
    ['area', { stacked_style: 'expand' }, { viz_type: 'echarts_area', stack: 'Expand', opacity: 0.7, area: true }],
    ['area', {}, { stack: 'Stack' }],
    [
      'bar',
      { bar_stacked: true, show_bar_value: true },
      { viz_type: 'echarts_timeseries_bar', stack: 'Stack', show_value: true },
    ],
    ['bar', {}, { stack: null }],
    [
      'dist_bar',
      { groupby: ['a', 'b'], columns: ['c'] },
      { viz_type: 'echarts_timeseries_bar', x_axis: 'a', groupby: ['b', 'c'], xAxisLabelRotation: 45 },
    ],
  ])('%s with %j', (viz_type, saved, expected) => {
    expect(openSaved({ viz_type, ...legacy, ...saved })?.formData).toMatchObject(expected)
  })

  it('drops keys without a successor', () => {
    const form = openSaved({ viz_type: 'line', ...legacy, reduce_x_ticks: true, show_markers: false })!.formData
    for (const key of ['reduce_x_ticks', 'show_markers', 'granularity_sqla', 'time_range']) {
      expect(form).not.toHaveProperty(key)
    }
  })
})
