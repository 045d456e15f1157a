import type { ChartData } from '../../model/query/chartData.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { axesOf, seriesTypeOf } from '../shared/legacySeries/seriesForm.ts'
import { drawing as mixed } from '../shared/mixed/drawing.ts'
import type { MixedForm } from '../shared/mixed/formData.ts'
import { plainMixedForm } from '../shared/mixed/plainMixedForm.ts'
import { joinSources, repeatedNames } from './joinSources.ts'
import type { LineMultiForm } from './query.ts'

type Input = Pick<DrawInput<LineMultiForm>, 'formData' | 'data' | 'datasource'>

/** The form data of a mixed chart: the charts of the left axis are its query A, those of the right axis its query B. */
function mixedOf(form: LineMultiForm): MixedForm {
  const seriesType = seriesTypeOf(form.line_interpolation)
  const axes = axesOf({ ...form, y_axis_label: '', left_margin: 'auto', y_log_scale: false })
  return {
    ...plainMixedForm,
    ...axes,
    stack: false,
    metrics_b: [],
    color_scheme: form.color_scheme,
    show_legend: form.show_legend,
    seriesType,
    seriesTypeB: seriesType,
    markerEnabled: form.show_markers,
    markerEnabledB: form.show_markers,
    x_axis_time_format: form.x_axis_format,
    xAxisLabelRotation: form.x_ticks_layout === '45°' ? 45 : 0,
    y_axis_bounds: form.y_axis_bounds,
    yAxisIndexB: 1,
    y_axis_format_secondary: form.y_axis_2_format,
    y_axis_bounds_secondary: form.y_axis_2_bounds,
  }
}

const nothing: ChartData = {
  colnames: [],
  coltypes: [],
  columns: [],
  rowcount: 0,
  label_map: {},
  from_dttm: null,
  to_dttm: null,
  is_cached: null,
  cached_dttm: null,
  cache_key: null,
  applied_filters: [],
  rejected_filters: [],
  status: 'success',
  error: null,
}

/** The results of the charts, joined into one result for each of the two queries. A chart may be on both axes. */
function resultsOf({ formData: form, data }: Pick<Input, 'formData' | 'data'>): ChartData[] {
  const sources = (form.source_charts ?? []).map((source, index) => ({ ...source, data: data[index] ?? nothing }))
  const repeated = repeatedNames(sources)
  const hasPrefix = (name: string) => form.prefix_metric_with_slice_name || repeated.has(name)
  return [form.line_charts, form.line_charts_2].map((ids) => {
    const own = ids.flatMap((id) => sources.find((source) => source.id === id) ?? [])
    return joinSources(own, hasPrefix) ?? nothing
  })
}

const asMixed = <I extends Input>(input: I) => ({
  ...input,
  formData: mixedOf(input.formData),
  data: resultsOf(input),
})

export const drawing: EChartsDrawing<LineMultiForm> = {
  option: (input) => mixed.option(asMixed(input)),
  sources: (form) => ({
    charts: [...new Set([...form.line_charts, ...form.line_charts_2])],
    extraFormData: {
      ...(form.time_range !== 'No filter' && form.time_range !== '' && { time_range: form.time_range }),
      ...(form.adhoc_filters.length > 0 && { adhoc_filters: form.adhoc_filters }),
    },
  }),
  rowsOf: (input) => mixed.rowsOf!(asMixed(input)),
  register: (form, isLarge) => mixed.register(mixedOf(form), isLarge),
}
