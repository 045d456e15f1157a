import { filters, look, queryCheckbox } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSection } from '../shared/legacySeries/controls.ts'

export const controls: ControlSection[] = [
  timeSection,
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      look('filter_configs', 'filterConfigs', 'Filters', { query: true, default: [] }),
      look('date_filter', 'checkbox', 'Date filter', {
        default: true,
        description: 'A filter by time range.',
      }),
      look('instant_filtering', 'checkbox', 'Instant filtering', {
        default: false,
        description: 'Values are applied when they are selected, without the button “Apply”.',
      }),
      queryCheckbox('show_sqla_time_granularity', 'Show time grain dropdown'),
      queryCheckbox('show_sqla_time_column', 'Show time column'),
      { ...filters(), label: 'Limit selector values', description: 'Only values of these rows are offered.' },
    ],
  },
]
