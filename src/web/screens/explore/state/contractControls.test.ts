import { describe, expect, it, vi } from 'vitest'
import { charts } from '../../../../charts/index.ts'
import { controlsOf, partsOf } from '../../../../charts/testing/parts.ts'
import { GenericType } from '../../../../model/dataset/dataset.ts'

// browser modules access the page when they load
vi.stubGlobal('document', { querySelector: () => null })
const { sectionsOf } = await import('./sections.ts')

/** The controls that the contract lists, by chart type, in display order. */
const timeseriesQuery = `x_axis time_grain_sqla x_axis_sort x_axis_sort_asc x_axis_sort_series
  x_axis_sort_series_ascending metrics groupby contributionMode adhoc_filters limit timeseries_limit_metric order_desc
  row_limit truncate_metric show_empty_columns
  rolling_type rolling_periods min_periods time_compare comparison_type resample_rule resample_method
  annotation_layers
  forecastEnabled forecastPeriods forecastInterval forecastSeasonalityYearly forecastSeasonalityWeekly
  forecastSeasonalityDaily`
const titles = 'x_axis_title x_axis_title_margin y_axis_title y_axis_title_margin y_axis_title_position'
const seriesOrder = 'sort_series_type sort_series_ascending color_scheme'
const values = 'show_value stack only_total percentage_threshold'
const legend = 'show_legend legendType legendOrientation legendMargin'
const axes = `zoomable ${legend} x_axis_time_format xAxisLabelRotation rich_tooltip tooltipSortByMetric
  tooltipTimeFormat y_axis_format currency_format logAxis minorSplitLine truncateYAxis y_axis_bounds`
const markers = 'markerEnabled markerSize'
const figure =
  'header_font_size subheader_font_size y_axis_format currency_format time_format force_timestamp_formatting'

const contract: Record<string, string> = {
  table: `query_mode groupby time_grain_sqla temporal_columns_lookup metrics all_columns percent_metrics adhoc_filters
    timeseries_limit_metric order_by_cols server_pagination row_limit server_page_length include_time order_desc
    show_totals
    table_timestamp_format page_length include_search show_cell_bars align_pn color_pn allow_rearrange_columns
    column_config conditional_formatting`,
  big_number_total: `metric adhoc_filters subheader ${figure} conditional_formatting`,
  big_number: `x_axis time_grain_sqla metric adhoc_filters compare_lag compare_suffix show_timestamp show_trend_line
    start_y_axis_at_zero time_range_fixed color_picker ${figure}
    rolling_type rolling_periods min_periods resample_rule resample_method`,
  echarts_timeseries_line: `${timeseriesQuery} ${titles} ${seriesOrder} seriesType ${values} area opacity ${markers} ${axes}`,
  echarts_timeseries_bar: `${timeseriesQuery} orientation ${titles} ${seriesOrder} ${values} ${axes}`,
  echarts_timeseries_scatter: `${timeseriesQuery} ${titles} ${seriesOrder} ${values} ${markers} ${axes}`,
  echarts_area: `${timeseriesQuery} ${titles} ${seriesOrder} seriesType opacity ${values} show_extra_controls ${markers} ${axes}`,
  pie: `groupby metric adhoc_filters row_limit sort_by_metric color_scheme show_labels_threshold ${legend}
    label_type number_format currency_format date_format show_labels labels_outside label_line show_total
    outerRadius donut innerRadius`,
}

/** Controls of the contract that are not implemented here. Saved values are kept. */
const left: Record<string, string> = {
  temporal_columns_lookup: 'has no face: it goes with the form',
  include_time: 'stands only where time has no axis of its own, which it always has here',
  annotation_layers: 'comes with a later version',
  forecastEnabled: 'comes with a later version',
  forecastPeriods: 'comes with a later version',
  forecastInterval: 'comes with a later version',
  forecastSeasonalityYearly: 'comes with a later version',
  forecastSeasonalityWeekly: 'comes with a later version',
  forecastSeasonalityDaily: 'comes with a later version',
}

const namesOf = (text: string) => text.split(/\s+/).filter(Boolean)

describe.each(Object.entries(contract))('%s', (type, text) => {
  const controls = sectionsOf(partsOf(type)).flatMap((section) => section.controls)

  it('shows every control of the contract', () => {
    const missing = namesOf(text).filter((name) => !(name in left) && !controls.some((each) => each.name === name))
    expect(missing).toEqual([])
  })

  it('shows no unsupported control', () => {
    expect(controls.filter(({ name }) => name in left)).toEqual([])
    const known = controlsOf(type)
    const hidden = known.filter(({ name }) => !controls.some((each) => each.name === name))
    expect(hidden.filter(({ name }) => !(name in left)).map(({ name }) => name)).toEqual([])
  })

  it('lists them in the order of the contract', () => {
    const wanted = namesOf(text).filter((name) => !(name in left))
    const positions = wanted.map((name) => controls.findIndex((each) => each.name === name))
    // big_number has its analytics section after its display options, in a separate tab
    expect(type === 'big_number' ? [] : positions.filter((at, index) => at < (positions[index - 1] ?? 0))).toEqual([])
  })
})

it('covers every chart type', () => {
  expect(charts.map(({ type }) => type).toSorted()).toEqual(Object.keys(contract).toSorted())
})

describe('the direction of the X axis', () => {
  const direction = sectionsOf(partsOf('echarts_timeseries_bar'))
    .flatMap(({ controls }) => controls)
    .find(({ name }) => name === 'x_axis_sort_asc')
  const form = { x_axis: 'name', metrics: ['count'], groupby: [] }

  it.each([
    ['is offered with one series', form, true],
    ['is offered where it is sorted by something', { ...form, x_axis_sort: 'count' }, true],
    ['is not offered to several series', { ...form, x_axis_sort: 'count', groupby: ['gender'] }, false],
  ])('%s', (_name, controls, isOffered) => {
    expect(direction?.visible?.(controls, { name: GenericType.string })).toBe(isOffered)
  })
})
