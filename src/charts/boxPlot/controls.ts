import { GenericType } from '../../model/dataset/dataset.ts'
import {
  colorScheme,
  dimensions,
  filters,
  metrics,
  numberFormat,
  plain,
  querySelect,
  sortMetric,
  timeFormat,
  timeGrain,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { axisTitles, tickLayout } from '../shared/plot/controls.ts'

/** Whether one of the columns is a time, or an expression, which may be a time. */
const hasTime = (form: Record<string, unknown>, types?: Record<string, GenericType>) =>
  [form.columns ?? []]
    .flat()
    .some((column) => typeof column !== 'string' || types === undefined || types[column] === GenericType.temporal)

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      {
        name: 'columns',
        kind: 'columns',
        label: 'Distribute across',
        query: true,
        required: true,
        startsWithTime: true,
        default: [],
      },
      timeGrain({ visible: hasTime }),
      dimensions(),
      metrics(),
      filters(),
      querySelect('series_limit', 'Series limit', null, plain(5, 10, 25, 50, 100, 500), { freeForm: true }),
      sortMetric({ name: 'series_limit_metric' }),
      querySelect(
        'whiskerOptions',
        'Whisker/outlier options',
        'Tukey',
        plain(
          'Tukey',
          'Min/max (no outliers)',
          '2/98 percentiles',
          '5/95 percentiles',
          '9/91 percentiles',
          '10/90 percentiles',
        ),
        { freeForm: true },
      ),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      ...axisTitles,
      colorScheme(),
      tickLayout(),
      numberFormat('number_format', 'Number format'),
      timeFormat('date_format', 'Date format'),
    ],
  },
]
