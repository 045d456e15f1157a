import { checkbox, look, numberFormat, queryCheckbox, select } from '../controlGroups.ts'
import type { Control, ControlSection } from '../controls.ts'
import { startViewport } from './viewport.ts'

const style = (name: string) => `mapbox://styles/mapbox/${name}`

export const spatialControl = (name = 'spatial', label = 'Longitude & Latitude'): Control =>
  look(name, 'spatial', label, {
    query: true,
    required: true,
    description: 'The columns with the places of the rows.',
  })

export const nullsControl = () =>
  queryCheckbox('filter_nulls', 'Ignore null locations', true, {
    description: 'Rows without a place are not read.',
  })

/** The map below the marks, and where it looks. */
export const mapControls: Control[] = [
  select(
    'mapbox_style',
    'Map Style',
    style('light-v9'),
    [
      [style('streets-v9'), 'Streets'],
      [style('dark-v9'), 'Dark'],
      [style('light-v9'), 'Light'],
      [style('satellite-streets-v9'), 'Satellite Streets'],
      [style('satellite-v9'), 'Satellite'],
      [style('outdoors-v9'), 'Outdoors'],
    ],
    {
      freeForm: true,
      description:
        'Maps show land and borders without any request to other servers. The dark and satellite styles are dark in both themes.',
    },
  ),
  look('viewport', 'viewport', 'Viewport', {
    default: startViewport,
    description: 'Where the map looks, unless it zooms to its data.',
  }),
]

export const autozoom = () =>
  checkbox('autozoom', 'Auto Zoom', true, { description: 'The map shows all of its data at first.' })

export const legendControls: Control[] = [
  select('legend_position', 'Legend Position', 'tr', [
    [null, 'None'],
    ['tl', 'Top left'],
    ['tr', 'Top right'],
    ['bl', 'Bottom left'],
    ['br', 'Bottom right'],
  ]),
  numberFormat('legend_format', 'Legend Format', { default: undefined }),
]

/** A field with code that another product ran: shown only if there is some. */
const code = (name: string, label: string): Control =>
  look(name, 'text', label, {
    default: '',
    description: 'From an older chart. The product does not run JavaScript of charts.',
    visible: (form) => Boolean(form[name]),
  })

/** Columns for tooltips, and code of older charts. */
export const advancedSection: ControlSection = {
  label: 'Advanced',
  tab: 'data',
  controls: [
    look('js_columns', 'columns', 'Extra data for tooltips', {
      query: true,
      default: [],
      description: 'Columns that tooltips show besides those of the marks.',
    }),
    code('js_data_mutator', 'JavaScript data interceptor'),
    code('js_tooltip', 'JavaScript tooltip generator'),
    code('js_onclick_href', 'JavaScript onClick href'),
  ],
}
