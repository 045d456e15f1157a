import {
  checkbox,
  colorScheme,
  currencyFormat,
  dimensions,
  filters,
  look,
  metrics,
  numberFormat,
  orderDescending,
  queryCheckbox,
  rowLimit,
  select,
  seriesLimit,
  sortMetric,
  timeGrain,
  xAxis,
} from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'
import {
  analytics,
  annotations,
  anyStyle,
  areaOpacity,
  axes,
  markers,
  seriesOrder,
  titles,
} from '../shared/timeseries/controls.ts'

type Form = Record<string, unknown>

/** The control of query B; its rules read the other controls of query B. */
function ofB(control: Control, suffix: '_b' | 'B'): Control {
  const { visible, valueIn } = control
  const own = (form: Form) => ({
    ...form,
    ...Object.fromEntries(
      Object.entries(form)
        .filter(([name]) => name.endsWith(suffix))
        .map(([name, value]) => [name.slice(0, -suffix.length), value]),
    ),
  })
  return {
    ...control,
    name: `${control.name}${suffix}`,
    ...(visible && { visible: (form, types) => visible(own(form), types) }),
    ...(valueIn && { valueIn: (form) => valueIn(own(form)) }),
  }
}

const queryControls: Control[] = [
  metrics(),
  dimensions(),
  filters(),
  seriesLimit(),
  sortMetric(),
  orderDescending({ visible: undefined }),
  rowLimit(10_000),
  queryCheckbox('truncate_metric', 'Truncate metric', true),
]

const styleControls: Control[] = [
  ...seriesOrder,
  anyStyle,
  checkbox('stack', 'Stack series'),
  checkbox('area', 'Area chart'),
  checkbox('show_value', 'Show value'),
  checkbox('only_total', 'Only total', true, { visible: (form) => Boolean(form.show_value && form.stack) }),
  areaOpacity(false),
  ...markers(100),
  select('yAxisIndex', 'Y axis', 0, [
    [0, 'Primary'],
    [1, 'Secondary'],
  ]),
]

const axisControls = new Map(axes.map((control) => [control.name, control]))
const named = (names: string): Control[] => names.split(' ').flatMap((name) => axisControls.get(name) ?? [])

export const controls: ControlSection[] = [
  { label: 'Shared query fields', tab: 'data', expanded: true, controls: [xAxis(), timeGrain()] },
  { label: 'Query A', tab: 'data', expanded: true, controls: queryControls },
  { label: 'Advanced analytics of query A', tab: 'data', controls: analytics },
  { label: 'Query B', tab: 'data', expanded: true, controls: queryControls.map((each) => ofB(each, '_b')) },
  { label: 'Advanced analytics of query B', tab: 'data', controls: analytics.map((each) => ofB(each, '_b')) },
  annotations,
  titles,
  { label: 'Chart Options', tab: 'customize', expanded: true, controls: [colorScheme()] },
  { label: 'Series of query A', tab: 'customize', expanded: true, controls: styleControls },
  {
    label: 'Series of query B',
    tab: 'customize',
    expanded: true,
    controls: styleControls.map((each) => ofB(each, 'B')),
  },
  {
    label: 'Axes, legend and tooltip',
    tab: 'customize',
    expanded: true,
    controls: [
      ...named('zoomable show_legend legendType legendOrientation x_axis_time_format xAxisLabelRotation'),
      checkbox('rich_tooltip', 'Rich tooltip', true),
      checkbox('tooltipSortByMetric', 'Tooltip sort by metric', false, {
        visible: (form) => form.rich_tooltip === undefined || Boolean(form.rich_tooltip),
      }),
      ...named('tooltipTimeFormat minorSplitLine truncateYAxis'),
      look('y_axis_bounds', 'bounds', 'Primary y-axis bounds', { default: [null, null] }),
      numberFormat('y_axis_format', 'Primary y-axis format'),
      currencyFormat(),
      checkbox('logAxis', 'Logarithmic y-axis'),
      look('y_axis_bounds_secondary', 'bounds', 'Secondary y-axis bounds', { default: [null, null] }),
      numberFormat('y_axis_format_secondary', 'Secondary y-axis format'),
      look('currency_format_secondary', 'currency', 'Secondary currency format'),
      look('yAxisTitleSecondary', 'text', 'Secondary y-axis title', { default: '' }),
      checkbox('logAxisSecondary', 'Logarithmic secondary y-axis'),
    ],
  },
]
