import { colorScheme } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import {
  analyticsSection,
  querySection,
  timeSection,
  xAxisSection,
  yAxisSection,
} from '../shared/legacySeries/controls.ts'

export const controls: ControlSection[] = [
  timeSection,
  querySection,
  analyticsSection,
  { label: 'Chart Options', tab: 'customize', expanded: true, controls: [colorScheme()] },
  xAxisSection,
  yAxisSection,
]
