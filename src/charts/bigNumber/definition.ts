import type { z } from 'zod'
import { metricLabel } from '../../model/query/labels.ts'
import { headerSize, subheaderSize } from '../shared/bigNumber/controls.ts'
import { bigNumberFields } from '../shared/bigNumber/formData.ts'
import {
  checkbox,
  currencyFormat,
  filters,
  look,
  metric,
  numberFormat,
  querySelect,
  resampling,
  rolling,
  select,
  timeFormat,
  timeGrain,
  xAxis,
} from '../shared/controlGroups.ts'
import { defineChart } from '../shared/defineChart.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { flatten, pivot, resample, rollingWindow } from '../shared/query/postProcessing.ts'
import { xAxisLabel } from '../shared/query/xAxis.ts'
import { rollingFields } from '../shared/timeseries/formData.ts'

const aggregations = ['raw', 'LAST_VALUE', 'sum', 'mean', 'min', 'max', 'median'] as const

const formData = field.formDataSchema({
  ...bigNumberFields,
  x_axis: field.column(),
  time_grain_sqla: field.format(undefined),
  compare_lag: field.number(null),
  compare_suffix: field.text(''),
  comparison_color_enabled: field.flag(true),
  comparison_color_scheme: field.oneOf(['Green', 'Red'], 'Green'),
  show_timestamp: field.flag(false),
  show_trend_line: field.flag(true),
  start_y_axis_at_zero: field.flag(true),
  time_range_fixed: field.flag(false),
  color_picker: field.rgba(),
  aggregation: field.oneOf(aggregations, 'LAST_VALUE'),
  ...rollingFields,
})

export type BigNumberForm = z.output<typeof formData>

export const bigNumber = defineChart<BigNumberForm>({
  type: 'big_number',
  name: 'Big Number with Trendline',
  category: 'KPI',
  tags: ['Advanced-Analytics', 'Formattable', 'Line', 'Percentages', 'Popular', 'Report', 'Description', 'Trend'],
  description: 'The latest value of a series, its change, and a trendline.',
  behaviors: ['DRILL_TO_DETAIL'],
  shows: 'figure',
  formData,
  controls: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      controls: [xAxis({ label: 'Temporal x-axis' }), timeGrain(), metric(), filters()],
    },
    {
      label: 'Options',
      tab: 'data',
      expanded: true,
      controls: [
        look('compare_lag', 'number', 'Comparison period lag', { default: null, query: true }),
        look('compare_suffix', 'text', 'Comparison suffix', { default: '', query: true }),
        checkbox('show_timestamp', 'Show timestamp'),
        checkbox('show_trend_line', 'Show trend line', true),
        checkbox('start_y_axis_at_zero', 'Start y-axis at 0', true),
        checkbox('time_range_fixed', 'Fix to selected time range', false, {
          visible: (form) => Boolean(form.time_range) && form.time_range !== 'No filter',
        }),
      ],
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      controls: [
        look('color_picker', 'color', 'Color'),
        headerSize(),
        subheaderSize(),
        numberFormat('y_axis_format', 'Number format'),
        currencyFormat(),
        timeFormat('time_format', 'Date format'),
        checkbox('force_timestamp_formatting', 'Force date format'),
        checkbox('comparison_color_enabled', 'Color the change', true, {
          visible: (form) => Boolean(form.compare_lag),
        }),
        select(
          'comparison_color_scheme',
          'Colors of the change',
          'Green',
          [
            ['Green', 'Green for increase, red for decrease'],
            ['Red', 'Red for increase, green for decrease'],
          ],
          { visible: (form) => Boolean(form.compare_lag) && form.comparison_color_enabled !== false },
        ),
      ],
    },
    {
      label: 'Advanced analytics',
      tab: 'data',
      controls: [
        querySelect('aggregation', 'Aggregation method', 'LAST_VALUE', [
          ['LAST_VALUE', 'Last value'],
          ['sum', 'Total (sum)'],
          ['mean', 'Average (mean)'],
          ['min', 'Minimum'],
          ['max', 'Maximum'],
          ['median', 'Median'],
          ['raw', 'Overall value'],
        ]),
        ...rolling([null, 'mean', 'sum', 'std', 'cumsum']),
        ...resampling,
      ],
    },
  ],
  buildQuery: ({ formData: form }) => {
    const query = buildQueryObject(form)
    const metrics = (query.metrics ?? []).map(metricLabel)
    const index = xAxisLabel(form)
    const series = {
      ...query,
      columns: form.x_axis === undefined ? [] : [form.x_axis],
      ...(form.x_axis === undefined && { is_timeseries: true }),
      post_processing: [
        index === undefined ? undefined : pivot({ index, columns: [], metrics, keepEmptyColumns: false }),
        rollingWindow(form, metrics),
        resample(form),
        flatten,
      ],
    }
    if (form.aggregation !== 'raw') return [series]
    // the overall value is the metric over all rows, not of the buckets
    const { is_timeseries: _dropped, ...overall } = series
    return [series, { ...overall, columns: [], post_processing: [] }]
  },
  draw: { with: 'react', component: () => import('./BigNumber.tsx') },
})
