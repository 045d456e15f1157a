import { filters, look } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { autozoom, mapControls } from '../shared/maps/mapControls.ts'

export const controls: ControlSection[] = [
  {
    label: 'Time',
    tab: 'data',
    expanded: true,
    controls: [look('time_range', 'timeRange', 'Time range', { query: true, default: 'No filter' })],
  },
  { label: 'Map', tab: 'data', expanded: true, controls: [...mapControls, autozoom()] },
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      look('deck_slices', 'charts', 'deck.gl charts', {
        query: true,
        default: [],
        required: true,
        description: 'Saved deck.gl charts. Each is drawn above those before it.',
        chartFilters: [
          { col: 'viz_type', opr: 'sw', value: 'deck_' },
          { col: 'viz_type', opr: 'neq', value: 'deck_multi' },
        ],
      }),
      filters(),
    ],
  },
]
