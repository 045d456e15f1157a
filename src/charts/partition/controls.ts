import {
  checkbox,
  colorScheme,
  dimensions,
  filters,
  look,
  metrics,
  numberFormat,
  orderDescending,
  queryCheckbox,
  querySelect,
  rowLimit,
  seriesLimit,
  sortMetric,
  timeFormat,
} from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'
import { analyticsSection } from '../shared/legacySeries/controls.ts'

type Form = Record<string, unknown>

const isAnalytic = (form: Form) => form.time_series_option === 'adv_anal'

/** The controls of advanced analytics are visible only if that is the selected time series option. */
const shownWith =
  (visible: Control['visible']): Control['visible'] =>
  (form, columnTypes) =>
    isAnalytic(form) && (visible?.(form, columnTypes) ?? true)

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      metrics(),
      filters(),
      dimensions({ required: true }),
      seriesLimit(),
      sortMetric(),
      orderDescending(),
      rowLimit(10_000),
    ],
  },
  {
    label: 'Time Series Options',
    tab: 'data',
    controls: [
      querySelect('time_series_option', 'Options', 'not_time', [
        ['not_time', 'Not Time Series'],
        ['time_series', 'Time Series'],
        ['agg_mean', 'Aggregate Mean'],
        ['agg_sum', 'Aggregate Sum'],
        ['point_diff', 'Difference'],
        ['point_percent', 'Percent Change'],
        ['point_factor', 'Factor'],
        ['adv_anal', 'Advanced Analytics'],
      ]),
    ],
  },
  {
    ...analyticsSection,
    controls: [
      queryCheckbox('contribution', 'Contribution', false, {
        description: 'The values of a level are shown as shares of their sum at each time.',
      }),
      ...analyticsSection.controls,
    ].map((control) => ({ ...control, visible: shownWith(control.visible) })),
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      colorScheme(),
      numberFormat('number_format', 'Number format'),
      timeFormat('date_time_format', 'Date Time Format'),
      look('partition_limit', 'number', 'Partition Limit', {
        default: 5,
        min: 0,
        description: 'The maximum number of parts in a block; the smallest ones are left out. 0: no limit.',
      }),
      look('partition_threshold', 'number', 'Partition Threshold', {
        default: 0.05,
        min: 0,
        max: 1,
        step: 0.01,
        description: 'Parts below this share of their block are left out.',
      }),
      checkbox('log_scale', 'Log Scale'),
      checkbox('equal_date_size', 'Equal Date Sizes', true, {
        visible: (form) => form.time_series_option === 'time_series' || isAnalytic(form),
      }),
      checkbox('rich_tooltip', 'Rich Tooltip', true),
    ],
  },
]
