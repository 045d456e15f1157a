import { filters, plain, queryCheckbox, rowLimit, select } from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'

const column = (name: string, label: string, more: Partial<Control>): Control => ({
  name,
  kind: 'column',
  label,
  query: true,
  ...more,
})

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      column('entity', 'Entity ID', {
        required: true,
        description: 'The column with the person or object of each event.',
      }),
      column('all_columns_x', 'Event Names', {
        required: true,
        description: 'The column with the names of the events.',
      }),
      rowLimit(10_000, { label: 'Max Events' }),
      queryCheckbox('order_by_entity', 'Order by entity id', true, {
        description:
          'If there are more events than “Max Events”, those of the entities that are shown are still complete.',
      }),
      {
        ...select(
          'min_leaf_node_event_count',
          'Minimum leaf node event count',
          1,
          plain(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        ),
        description: 'Sequences of fewer entities are not shown.',
      },
      filters(),
      {
        ...column('all_columns', 'Metadata', {}),
        kind: 'columns',
        default: [],
        description: 'Further columns of the rows, shown in their table.',
      },
    ],
  },
]
