import { look } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { querySection, timeSection } from '../shared/legacySeries/controls.ts'

export const controls: ControlSection[] = [
  timeSection,
  {
    ...querySection,
    controls: querySection.controls.map((control) =>
      control.name === 'groupby' ? { ...control, required: true } : control,
    ),
  },
  {
    label: 'Parameters',
    tab: 'customize',
    expanded: true,
    controls: [
      look('significance_level', 'number', 'Significance level', {
        default: 0.05,
        min: 0,
        max: 1,
        step: 0.01,
        description: 'A difference is significant if its p-value is below this level.',
      }),
      look('pvalue_precision', 'number', 'p-value precision', { default: 6, min: 0, max: 20 }),
      look('liftvalue_precision', 'number', 'Lift % precision', { default: 4, min: 0, max: 20 }),
    ],
  },
]
