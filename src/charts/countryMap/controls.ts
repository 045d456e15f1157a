import { keyOfSavedMap } from '../../model/geography/savedMap.ts'
import { plainTexts } from '../../model/language/plainTexts.ts'
import { filters, look, metric, numberFormat, sequentialScheme } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import { countryChoices } from './countries.ts'

/** How the controls are called if a chart shows a map with custom boundaries. */
const own = plainTexts({ map: 'Map', codes: 'Codes of regions' })

/** Whether a chart shows a map with custom boundaries. */
const hasOwnMap = ({ select_country: saved }: Record<string, unknown>) =>
  typeof saved === 'string' && keyOfSavedMap(saved) !== undefined

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      look('select_country', 'map', 'Country', {
        labelIn: (form) => (hasOwnMap(form) ? own.map : 'Country'),
        query: true,
        required: true,
        choices: countryChoices,
        description: 'A country, or a map with boundaries of your own. Administrators add such maps.',
      }),
      look('entity', 'column', 'ISO 3166-2 Codes', {
        labelIn: (form) => (hasOwnMap(form) ? own.codes : 'ISO 3166-2 Codes'),
        query: true,
        required: true,
        description:
          'The column with codes of regions, such as FR-75. Names are also recognized. In custom maps, so are other properties that have a different value for each region.',
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
