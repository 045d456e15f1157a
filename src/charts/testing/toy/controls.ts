import { dimensions, filters, look, metric, queryCheckbox } from '../../shared/controlGroups.ts'
import type { ControlSection } from '../../shared/controls.ts'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [dimensions(), metric(), filters(), queryCheckbox('forecastEnabled', 'Enable forecast')],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    controls: [look('toy_size', 'number', 'Toy size', { default: 3 })],
  },
]
