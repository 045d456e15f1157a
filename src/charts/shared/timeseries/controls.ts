import { GenericType } from '../../../model/dataset/dataset.ts'
import {
  checkbox,
  colorScheme,
  currencyFormat,
  dimensions,
  filters,
  legend,
  look,
  metrics,
  numberFormat,
  orderDescending,
  plain,
  queryCheckbox,
  querySelect,
  resampling,
  rolling,
  rowLimit,
  select,
  seriesLimit,
  shows,
  sortMetric,
  timeFormat,
  timeGrain,
  xAxis,
} from '../controlGroups.ts'
import type { Control, ControlSection } from '../controls.ts'

type Form = Record<string, unknown>

const count = (value: unknown) => (Array.isArray(value) ? value.length : 0)
type Types = Record<string, GenericType> | undefined
/** Whether the x axis is temporal: then its order is fixed. */
const isOrdered = (form: Form, types: Types) =>
  typeof form.x_axis === 'string' && types?.[form.x_axis] === GenericType.temporal
/** Whether the x axis may be numeric: only numbers can be shown on a continuous axis or as categories. */
const isNumeric = (form: Form, types: Types) =>
  types === undefined || typeof form.x_axis !== 'string' || types[form.x_axis] === GenericType.numeric
const oneSeries = (form: Form, types: Types) =>
  !isOrdered(form, types) && count(form.groupby) === 0 && count(form.metrics) === 1
const manySeries = (form: Form, types: Types) =>
  !isOrdered(form, types) && (count(form.groupby) > 0 || count(form.metrics) > 1)

/** A horizontal bar chart has a vertical base axis; the saved names of its axes do not change. */
const axisLabel = (vertical: string, horizontal: string) => (form: Form) =>
  form.orientation === 'horizontal' ? horizontal : vertical

/** The label of a control. In a horizontal bar chart, X and Y are swapped, as the axes are displayed. */
const swapped = (label: string): Partial<Control> => ({
  labelIn: axisLabel(
    label,
    label.replace(/\b[XYxy](?=[ -]axis)/, (axis) => ({ X: 'Y', Y: 'X', x: 'y', y: 'x' })[axis] ?? axis),
  ),
})

const measures: Control['choices'] = [
  ['name', 'Category name'],
  ['sum', 'Total value'],
  ['min', 'Minimum value'],
  ['max', 'Maximum value'],
  ['avg', 'Average value'],
]

/** Rolling windows, time comparison and resampling. */
export const analytics: Control[] = [
  ...rolling([null, 'mean', 'sum', 'std', 'cumsum']),
  querySelect(
    'time_compare',
    'Time shift',
    [],
    plain(
      '1 day ago',
      '1 week ago',
      '28 days ago',
      '30 days ago',
      '52 weeks ago',
      '1 year ago',
      '104 weeks ago',
      '2 years ago',
      '156 weeks ago',
      '3 years ago',
    ),
    {
      freeForm: true,
      heading: 'Time comparison',
      description:
        'Compares with an earlier time; “1 fiscal year ago” is the same period of the last fiscal year. The time range needs a start and an end.',
    },
  ),
  querySelect(
    'comparison_type',
    'Calculation type',
    'values',
    [
      ['values', 'Actual values'],
      ['difference', 'Difference'],
      ['percentage', 'Percentage change'],
      ['ratio', 'Ratio'],
    ],
    {
      description:
        '“Actual values” draws the earlier time beside the current one; the other types draw only the difference between the two.',
    },
  ),
  ...resampling,
]

export const annotations: ControlSection = {
  label: 'Annotations and layers',
  tab: 'data',
  controls: [
    look('annotation_layers', 'annotationLayers', 'Annotation layers', { query: true, runsAtOnce: true, default: [] }),
  ],
}

const querySections: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      xAxis({ labelIn: axisLabel('X-axis', 'Y-axis') }),
      timeGrain(),
      checkbox('xAxisForceCategorical', 'Force categorical', false, { visible: isNumeric }),
      querySelect('x_axis_sort', 'X-axis sort by', undefined, undefined, { visible: oneSeries }),
      queryCheckbox('x_axis_sort_asc', 'X-axis sort ascending', true, { visible: oneSeries }),
      select('x_axis_sort_series', 'X-axis sort by', 'name', measures, { visible: manySeries }),
      checkbox('x_axis_sort_series_ascending', 'X-axis sort ascending', true, { visible: manySeries }),
      metrics(),
      dimensions(),
      querySelect(
        'contributionMode',
        'Contribution mode',
        null,
        [
          [null, 'None'],
          ['row', 'Row'],
          ['column', 'Series'],
        ],
        { description: 'Draws shares instead of values: of all series at the same place, or of the whole series.' },
      ),
      filters(),
      seriesLimit(),
      sortMetric(),
      orderDescending(),
      rowLimit(10_000),
      queryCheckbox('truncate_metric', 'Truncate metric', true, {
        description:
          'Series are named by their dimensions only, without the name of the metric, if there is one metric.',
      }),
      queryCheckbox('show_empty_columns', 'Show empty columns', true, {
        description: 'Keeps series that have no value at all.',
      }),
    ],
  },
  {
    label: 'Advanced analytics',
    tab: 'data',
    controls: [
      ...analytics,
      checkbox('time_shift_color', 'Same color for the earlier time', true, {
        visible: (form) => count(form.time_compare) > 0,
        description: 'Draws the earlier time in the color of its series, not in a color of its own.',
      }),
    ],
  },
  annotations,
  {
    label: 'Predictive analytics',
    tab: 'data',
    controls: [
      queryCheckbox('forecastEnabled', 'Enable forecast'),
      look('forecastPeriods', 'number', 'Forecast periods', {
        query: true,
        default: 10,
        min: 0,
        description: 'How many time grains ahead are predicted.',
      }),
      look('forecastInterval', 'number', 'Confidence interval', {
        query: true,
        default: 0.8,
        min: 0,
        max: 1,
        description: 'The part of the values that is expected in the band around the prediction, from 0 to 1.',
      }),
      ...['Yearly', 'Weekly', 'Daily'].map((season) =>
        querySelect(
          `forecastSeasonality${season}`,
          `${season} seasonality`,
          null,
          [
            [null, 'default'],
            [true, 'Yes'],
            [false, 'No'],
          ],
          {
            freeForm: true,
            description:
              'Whether a repeating pattern is predicted. By default, it is predicted if there is enough data.',
          },
        ),
      ),
    ],
  },
]

const margins = plain(15, 30, 50, 75, 100, 125, 150, 200)

/** The margin of a title is offered only if there is a title. */
const hasTitle = (name: string) => (form: Form) => Boolean(form[name])

export const titles: ControlSection = {
  label: 'Chart Title',
  tab: 'customize',
  controls: [
    look('x_axis_title', 'text', 'X axis title', { default: '', ...swapped('X axis title') }),
    select('x_axis_title_margin', 'X axis title margin', 15, margins, {
      freeForm: true,
      visible: hasTitle('x_axis_title'),
      ...swapped('X axis title margin'),
    }),
    look('y_axis_title', 'text', 'Y axis title', { default: '', ...swapped('Y axis title') }),
    select('y_axis_title_margin', 'Y axis title margin', 15, margins, {
      freeForm: true,
      visible: hasTitle('y_axis_title'),
      ...swapped('Y axis title margin'),
    }),
    select('y_axis_title_position', 'Y axis title position', 'Left', plain('Left', 'Top'), {
      // the title of a horizontal axis is below it; a position that was selected for a vertical axis can be reset
      visible: (form) =>
        Boolean(form.y_axis_title) && (form.orientation !== 'horizontal' || form.y_axis_title_position === 'Top'),
      ...swapped('Y axis title position'),
    }),
  ],
}

export const seriesOrder: Control[] = [
  select('sort_series_type', 'Sort series by', 'sum', measures),
  checkbox('sort_series_ascending', 'Sort series ascending'),
]

const values = (styles: (string | null)[] | undefined): Control[] => [
  checkbox('show_value', 'Show value'),
  ...(styles ? stacking(styles) : []),
]

const stacking = (styles: (string | null)[]): Control[] => [
  select('stack', 'Stacked style', null, plain(...styles)),
  checkbox('only_total', 'Only total', true, { visible: (form) => Boolean(form.show_value && form.stack) }),
  look('percentage_threshold', 'number', 'Percentage threshold', {
    default: 0,
    visible: (form) => Boolean(form.show_value && form.stack && !shows(form, 'only_total')),
  }),
]

export const markers = (max: number): Control[] => [
  checkbox('markerEnabled', 'Marker'),
  look('markerSize', 'slider', 'Marker size', {
    default: 6,
    min: 0,
    max,
    visible: (form) => Boolean(form.markerEnabled),
  }),
]

export const axes: Control[] = [
  checkbox('zoomable', 'Data zoom'),
  ...legend,
  timeFormat('x_axis_time_format', 'Time format'),
  select(
    'xAxisLabelRotation',
    'Rotate x axis label',
    0,
    [
      [0, '0°'],
      [45, '45°'],
      [90, '90°'],
    ],
    { freeForm: true, ...swapped('Rotate x axis label') },
  ),
  select(
    'xAxisLabelInterval',
    'X axis label interval',
    'auto',
    [
      ['auto', 'Auto'],
      [0, 'All'],
    ],
    swapped('X axis label interval'),
  ),
  checkbox('rich_tooltip', 'Rich tooltip', true),
  look('tooltipSortByMetric', 'checkbox', 'Tooltip sort by metric', {
    valueIn: (form) => !form.stack,
    visible: (form) => shows(form, 'rich_tooltip'),
  }),
  look('showTooltipTotal', 'checkbox', 'Show total', {
    valueIn: (form) => Boolean(form.stack),
    visible: (form) => shows(form, 'rich_tooltip'),
  }),
  checkbox('showTooltipPercentage', 'Show percentage', false, {
    visible: (form) => shows(form, 'rich_tooltip') && !form.contributionMode,
  }),
  timeFormat('tooltipTimeFormat', 'Tooltip time format'),
  numberFormat('y_axis_format', 'Y axis format', swapped('Y axis format')),
  currencyFormat(),
  checkbox('logAxis', 'Logarithmic y-axis', false, swapped('Logarithmic y-axis')),
  checkbox('minorSplitLine', 'Minor split line'),
  checkbox('minorTicks', 'Minor ticks'),
  checkbox('truncateYAxis', 'Truncate y axis', false, swapped('Truncate y axis')),
  look('y_axis_bounds', 'bounds', 'Y axis bounds', {
    default: [null, null],
    visible: (form) => Boolean(form.truncateYAxis),
    ...swapped('Y axis bounds'),
  }),
  checkbox('truncateXAxis', 'Truncate x axis', true, swapped('Truncate x axis')),
  look('xAxisBounds', 'bounds', 'X axis bounds', {
    default: [null, null],
    visible: (form) => shows(form, 'truncateXAxis'),
    ...swapped('X axis bounds'),
  }),
]

/** The control panel of one type of the family: its specific controls among the shared ones. */
export function timeseriesControls(own: {
  /** absent if the type cannot be stacked */
  stackStyles?: (string | null)[]
  markers?: { max: number }
  orientation?: Control
  style?: Control[]
  afterValues?: Control[]
}): ControlSection[] {
  return [
    ...querySections,
    // the orientation is visible without opening a section
    ...(own.orientation
      ? [{ label: 'Chart Orientation', tab: 'customize' as const, expanded: true, controls: [own.orientation] }]
      : []),
    titles,
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      controls: [
        ...seriesOrder,
        colorScheme(),
        ...(own.style ?? []),
        ...values(own.stackStyles),
        ...(own.afterValues ?? []),
        ...(own.markers ? markers(own.markers.max) : []),
        ...axes,
      ],
    },
  ]
}

export const seriesStyle = (choices: Control['choices']) =>
  select('seriesType', 'Series style', choices?.[0]?.[0], choices)

export const areaOpacity = (always: boolean) =>
  look('opacity', 'slider', 'Area opacity', {
    default: 0.2,
    min: 0,
    max: 1,
    step: 0.1,
    ...(!always && { visible: (form: Form) => Boolean(form.area) }),
  })

export const anyStyle = seriesStyle([
  ['line', 'Line'],
  ['scatter', 'Scatter'],
  ['smooth', 'Smooth line'],
  ['bar', 'Bar'],
  ['start', 'Step - start'],
  ['middle', 'Step - middle'],
  ['end', 'Step - end'],
])

/** The panel of the two types in which any series style can be selected. */
export const anyStyleControls = (): ControlSection[] =>
  timeseriesControls({
    stackStyles: [null, 'Stack', 'Stream'],
    markers: { max: 20 },
    style: [anyStyle],
    afterValues: [checkbox('area', 'Area chart'), areaOpacity(false)],
  })
