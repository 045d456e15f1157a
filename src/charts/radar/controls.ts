import {
  checkbox,
  colorScheme,
  dimensions,
  filters,
  legend,
  look,
  metrics,
  numberFormat,
  rowLimit,
  select,
  shows,
  sortMetric,
  timeFormat,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [dimensions(), metrics(), sortMetric(), filters(), rowLimit(10)],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [colorScheme(), ...legend],
  },
  {
    label: 'Labels',
    tab: 'customize',
    controls: [
      checkbox('show_labels', 'Show labels', true),
      select(
        'label_type',
        'Label type',
        'value',
        [
          ['value', 'Value'],
          ['key_value', 'Category and value'],
        ],
        { visible: (form) => shows(form, 'show_labels') },
      ),
      select(
        'label_position',
        'Label position',
        'top',
        [
          ['top', 'Top'],
          ['left', 'Left'],
          ['right', 'Right'],
          ['bottom', 'Bottom'],
          ['inside', 'Inside'],
          ['insideTop', 'Inside top'],
          ['insideBottom', 'Inside bottom'],
          ['insideTopLeft', 'Inside top left'],
          ['insideBottomLeft', 'Inside bottom left'],
          ['insideTopRight', 'Inside top right'],
          ['insideBottomRight', 'Inside bottom right'],
        ],
        { visible: (form) => shows(form, 'show_labels') },
      ),
      numberFormat('number_format', 'Number format'),
      timeFormat('date_format', 'Date format'),
    ],
  },
  {
    label: 'Radar',
    tab: 'customize',
    controls: [
      look('column_config', 'axisEnds', 'Customize metrics', {
        default: {},
        description: 'The ends of the axis of each metric.',
      }),
      checkbox('is_circle', 'Circle radar shape'),
    ],
  },
]
