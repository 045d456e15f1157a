import { filters, look, metric, numberFormat, querySelect, sequentialScheme } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import { countryChoices } from './countries.ts'

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      querySelect('select_country', 'Country', undefined, countryChoices, { required: true }),
      look('entity', 'column', 'ISO 3166-2 Codes', {
        query: true,
        required: true,
        description: 'The column with codes of regions, such as FR-75. Names of regions are found too.',
      }),
      metric(),
      filters(),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [numberFormat('number_format', 'Number format'), sequentialScheme()],
  },
]
