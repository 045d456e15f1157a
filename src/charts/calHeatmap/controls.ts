import {
  checkbox,
  filters,
  look,
  metrics,
  numberFormat,
  plain,
  querySelect,
  sequentialScheme,
  timeFormat,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import { domains, subdomains } from './units.ts'

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      querySelect('domain_granularity', 'Domain', 'month', plain(...domains), {
        description: 'The unit of time of a block',
      }),
      querySelect('subdomain_granularity', 'Subdomain', 'day', plain(...subdomains), {
        description: 'The unit of time of a cell; smaller than that of a block',
      }),
      metrics(),
      filters(),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      sequentialScheme(),
      look('cell_size', 'number', 'Cell Size', { default: 10, min: 1, description: 'px' }),
      look('cell_padding', 'number', 'Cell Padding', { default: 2, min: 0, description: 'px between two cells' }),
      look('cell_radius', 'number', 'Cell Radius', { default: 0, min: 0, description: 'px' }),
      look('steps', 'number', 'Color Steps', { default: 10, min: 2 }),
      numberFormat('y_axis_format', 'Number format'),
      timeFormat('x_axis_time_format', 'Time Format'),
      checkbox('show_legend', 'Legend', true),
      checkbox('show_values', 'Show Values'),
      checkbox('show_metric_name', 'Show Metric Names', true),
    ],
  },
]
