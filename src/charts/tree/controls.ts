import { filters, look, metric, rowLimit, select } from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'
import { roam } from '../shared/roamControl.ts'

const isOrthogonal = (form: Record<string, unknown>) => form.layout !== 'radial'

const column = (name: string, label: string, more: Partial<Control>): Control => ({
  name,
  kind: 'column',
  label,
  query: true,
  ...more,
})

const radio = (...given: Parameters<typeof select>): Control => ({ ...select(...given), kind: 'radio' })

const sides: Control['choices'] = [
  ['left', 'Left'],
  ['top', 'Top'],
  ['right', 'Right'],
  ['bottom', 'Bottom'],
]

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      column('id', 'Id', { required: true, description: 'The column with the id of a node.' }),
      column('parent', 'Parent', { required: true, description: 'The column with the id of the parent of a node.' }),
      column('name', 'Name', { description: 'The column with the name of a node. Without it, the id is shown.' }),
      look('root_node_id', 'text', 'Root node id', {
        default: '',
        description: 'The id of the node at the root. Without it, a node without a parent is chosen.',
      }),
      metric({ required: false, description: 'A value for each node, shown in its tooltip.' }),
      filters(),
      rowLimit(10_000),
    ],
  },
  {
    label: 'Layout',
    tab: 'customize',
    expanded: true,
    controls: [
      radio('layout', 'Tree layout', 'orthogonal', [
        ['orthogonal', 'Orthogonal'],
        ['radial', 'Radial'],
      ]),
      radio(
        'orient',
        'Tree orientation',
        'LR',
        [
          ['LR', 'Left to right'],
          ['RL', 'Right to left'],
          ['TB', 'Top to bottom'],
          ['BT', 'Bottom to top'],
        ],
        { visible: isOrthogonal },
      ),
      radio('node_label_position', 'Node label position', 'left', sides),
      radio('child_label_position', 'Child label position', 'bottom', sides),
      radio(
        'emphasis',
        'Emphasis',
        'descendant',
        [
          ['ancestor', 'Ancestor'],
          ['descendant', 'Descendant'],
        ],
        { visible: isOrthogonal },
      ),
      select('symbol', 'Symbol', 'emptyCircle', [
        ['emptyCircle', 'Empty circle'],
        ['circle', 'Circle'],
        ['rect', 'Rectangle'],
        ['triangle', 'Triangle'],
        ['diamond', 'Diamond'],
        ['pin', 'Pin'],
        ['arrow', 'Arrow'],
        ['none', 'None'],
      ]),
      look('symbolSize', 'slider', 'Symbol size', { default: 7, min: 5, max: 30, step: 2 }),
      roam(),
    ],
  },
]
