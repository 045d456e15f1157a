import {
  colorScheme,
  currencyFormat,
  filters,
  look,
  metric,
  numberFormat,
  plain,
  queryCheckbox,
  querySelect,
  rgbaColor,
  rowLimit,
  select,
  sequentialScheme,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'

const isByCountry = (form: Record<string, unknown>) => form.color_by === 'country'
const hasBubbles = (form: Record<string, unknown>) => Boolean(form.show_bubbles)

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      look('entity', 'column', 'Country Column', { query: true, required: true }),
      querySelect(
        'country_fieldtype',
        'Country Field Type',
        'cca2',
        [
          ['name', 'Full name'],
          ['cioc', 'code International Olympic Committee (cioc)'],
          ['cca2', 'code ISO 3166-1 alpha-2 (cca2)'],
          ['cca3', 'code ISO 3166-1 alpha-3 (cca3)'],
        ],
        { description: 'How the column identifies countries' },
      ),
      metric(),
      filters(),
      rowLimit(10_000),
      queryCheckbox('sort_by_metric', 'Sort by metric'),
    ],
  },
  {
    label: 'Options',
    tab: 'data',
    expanded: true,
    controls: [
      look('show_bubbles', 'checkbox', 'Show Bubbles', { default: false }),
      look('secondary_metric', 'metric', 'Bubble Size', { query: true, visible: hasBubbles }),
      look('max_bubble_size', 'select', 'Max Bubble Size', {
        default: 25,
        choices: plain(5, 10, 15, 25, 50, 75, 100),
        freeForm: true,
        visible: hasBubbles,
      }),
      { ...rgbaColor('color_picker', 'Bubble Color', { r: 0, g: 122, b: 135, a: 1 }), visible: hasBubbles },
      select(
        'color_by',
        'Color by',
        'metric',
        [
          ['metric', 'Metric'],
          ['country', 'Country'],
        ],
        { description: 'Countries are shaded by the metric, or each has a color of its own' },
      ),
      { ...sequentialScheme(), visible: (form) => !isByCountry(form) },
      { ...colorScheme(), visible: isByCountry },
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [numberFormat('y_axis_format', 'Number format'), currencyFormat()],
  },
]
