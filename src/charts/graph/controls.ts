import { checkbox, colorScheme, filters, legend, look, metric, rowLimit, select } from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'
import { source, target } from '../shared/flowControls.ts'
import { roam } from '../shared/roamControl.ts'

const isForce = (form: Record<string, unknown>) => form.layout !== 'circular'

const category = (name: string, label: string): Control => ({
  name,
  kind: 'column',
  label,
  query: true,
  description: 'Names of a category have one color. A name that has several categories gets the first.',
})

const slider = (name: string, label: string, fallback: number, min: number, max: number, step: number) =>
  look(name, 'slider', label, { default: fallback, min, max, step, visible: isForce })

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      source,
      target,
      metric(),
      category('source_category', 'Source category'),
      category('target_category', 'Target category'),
      filters(),
      rowLimit(10_000),
    ],
  },
  { label: 'Chart Options', tab: 'customize', expanded: true, controls: [colorScheme(), ...legend] },
  {
    label: 'Layout',
    tab: 'customize',
    controls: [
      {
        ...select('layout', 'Graph layout', 'force', [
          ['force', 'Force'],
          ['circular', 'Circular'],
        ]),
        kind: 'radio',
      },
      select('edgeSymbol', 'Edge symbols', 'none,arrow', [
        ['none,none', 'None -> None'],
        ['none,arrow', 'None -> Arrow'],
        ['circle,arrow', 'Circle -> Arrow'],
        ['circle,circle', 'Circle -> Circle'],
      ]),
      checkbox('draggable', 'Enable node dragging', false, { visible: isForce }),
      roam(),
      select('selectedMode', 'Node select mode', 'single', [
        [false, 'Disabled'],
        ['single', 'Single'],
        ['multiple', 'Multiple'],
      ]),
      look('showSymbolThreshold', 'number', 'Label threshold', { default: 0, min: 0 }),
      look('baseNodeSize', 'number', 'Node size', { default: 20, min: 1 }),
      look('baseEdgeWidth', 'number', 'Edge width', { default: 3, min: 0.1 }),
      slider('edgeLength', 'Edge length', 400, 100, 1000, 50),
      slider('gravity', 'Gravity', 0.3, 0.1, 1, 0.1),
      slider('repulsion', 'Repulsion', 1000, 100, 3000, 50),
      slider('friction', 'Friction', 0.2, 0.1, 1, 0.1),
    ],
  },
]
