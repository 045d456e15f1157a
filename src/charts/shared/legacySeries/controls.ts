import {
  checkbox,
  dimensions,
  filters,
  look,
  metrics,
  numberFormat,
  orderDescending,
  plain,
  queryCheckbox,
  querySelect,
  rolling,
  rowLimit,
  select,
  seriesLimit,
  sortMetric,
  timeFormat,
  timeGrain,
} from '../controlGroups.ts'
import type { Control, ControlSection } from '../controls.ts'

/** The time column and its range, with a grain for most types. */
export const timeSectionWith = (...grain: Control[]): ControlSection => ({
  label: 'Time',
  tab: 'data',
  expanded: true,
  controls: [
    look('granularity_sqla', 'column', 'Time column', {
      query: true,
      description: 'The default is the time column of the dataset.',
    }),
    ...grain,
    look('time_range', 'timeRange', 'Time range', { query: true, default: 'No filter' }),
  ],
})

export const timeSection = timeSectionWith(timeGrain())

export const querySection: ControlSection = {
  label: 'Query',
  tab: 'data',
  expanded: true,
  controls: [
    metrics(),
    filters(),
    dimensions(),
    seriesLimit(),
    sortMetric(),
    orderDescending(),
    queryCheckbox('contribution', 'Contribution'),
    rowLimit(10_000),
  ],
}

export const analyticsSection: ControlSection = {
  label: 'Advanced analytics',
  tab: 'data',
  controls: [
    ...rolling([null, 'mean', 'sum', 'std', 'cumsum']),
    querySelect(
      'time_compare',
      'Time shift',
      [],
      plain(
        '1 day',
        '1 week',
        '28 days',
        '30 days',
        '52 weeks',
        '1 year',
        '104 weeks',
        '2 years',
        '156 weeks',
        '3 years',
      ),
      { freeForm: true, heading: 'Time comparison' },
    ),
    querySelect('comparison_type', 'Calculation type', 'values', [
      ['values', 'Actual values'],
      ['absolute', 'Difference'],
      ['percentage', 'Percentage change'],
      ['ratio', 'Ratio'],
    ]),
    querySelect(
      'resample_rule',
      'Rule',
      null,
      [
        ['1T', '1 minutely frequency'],
        ['1H', '1 hourly frequency'],
        ['1D', '1 calendar day frequency'],
        ['7D', '7 calendar day frequency'],
        ['1M', '1 month end frequency'],
        ['1AS', '1 year start frequency'],
      ],
      { freeForm: true, heading: 'Resample' },
    ),
    querySelect('resample_method', 'Fill method', null, [
      ['asfreq', 'Null imputation'],
      ['bfill', 'Backward values'],
      ['ffill', 'Forward values'],
      ['median', 'Median values'],
      ['mean', 'Mean values'],
      ['sum', 'Sum values'],
    ]),
  ],
}

const margins = plain('auto', 50, 75, 100, 125, 150, 200)

export const lineShape: Control = select('line_interpolation', 'Line style', 'linear', [
  ['linear', 'Linear'],
  ['basis', 'Basis'],
  ['cardinal', 'Cardinal'],
  ['monotone', 'Monotone'],
  ['step-before', 'Step - before'],
  ['step-after', 'Step - after'],
])

export const xTitle: Control[] = [
  look('x_axis_label', 'text', 'X axis label', { default: '' }),
  select('bottom_margin', 'Bottom margin', 'auto', margins, { freeForm: true }),
]

export const xAxisSection: ControlSection = {
  label: 'X Axis',
  tab: 'customize',
  expanded: true,
  controls: [
    ...xTitle,
    select('x_ticks_layout', 'X tick layout', 'auto', plain('auto', 'flat', '45°', 'staggered')),
    timeFormat('x_axis_format', 'X axis format'),
  ],
}

export const yAxisSection: ControlSection = {
  label: 'Y Axis',
  tab: 'customize',
  expanded: true,
  controls: [
    look('y_axis_label', 'text', 'Y axis label', { default: '' }),
    select('left_margin', 'Left margin', 'auto', margins, { freeForm: true }),
    checkbox('y_log_scale', 'Logarithmic y-axis'),
    numberFormat('y_axis_format', 'Y axis format'),
    look('y_axis_bounds', 'bounds', 'Y axis bounds', { default: [null, null] }),
  ],
}
