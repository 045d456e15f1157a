import { checkbox, look, numberFormat, queryCheckbox, rgbaColor, select } from '../controlGroups.ts'
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

/** The format in which a column contains lines or areas. */
export const encodingControl = (...encodings: ('polyline' | 'json' | 'geohash')[]): Control =>
  select(
    'line_type',
    'Lines encoding',
    'json',
    encodings.map((encoding) => [encoding, encodingLabels[encoding]]),
    { description: 'JSON: a list of points, each a longitude and a latitude, or GeoJSON.' },
  )

const encodingLabels = { polyline: 'Polyline', json: 'JSON', geohash: 'geohash (square)' }

export const reverseControl = () =>
  checkbox('reverse_long_lat', 'Reverse Lat & Long', false, {
    description: 'For points that have their latitude first, such as those of encoded polylines.',
  })

const teal = { r: 0, g: 122, b: 135, a: 1 }

/** The appearance of areas. */
export const areaControls: Control[] = [
  rgbaColor('fill_color_picker', 'Fill Color', teal),
  rgbaColor('stroke_color_picker', 'Stroke Color', teal),
  checkbox('filled', 'Filled', true, { description: 'Areas have a color.' }),
  checkbox('stroked', 'Stroked', false, { description: 'Areas have outlines.' }),
  checkbox('extruded', 'Extruded', true, {
    description: 'Areas have a height. It can be seen if the viewport has a pitch.',
  }),
]

export const lineWidthUnit = (fallback: 'meters' | 'pixels') =>
  select('line_width_unit', 'Line width unit', fallback, [
    ['meters', 'meters'],
    ['pixels', 'pixels'],
  ])

export const styleControl: Control = select(
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
)

/** The map below the marks, and its view. */
export const mapControls: Control[] = [
  styleControl,
  look('viewport', 'viewport', 'Viewport', {
    default: startViewport,
    description: 'What the map shows at first, unless it zooms to its data.',
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

/** A field with code that another product ran: shown only if it is not empty. */
const code = (name: string, label: string): Control =>
  look(name, 'text', label, {
    default: '',
    description: 'From an older chart. Sextant does not run the JavaScript of charts.',
    visible: (form) => Boolean(form[name]),
  })

/** Columns for tooltips, and the code of older charts. */
export const advancedSection: ControlSection = {
  label: 'Advanced',
  tab: 'data',
  controls: [
    look('js_columns', 'columns', 'Extra data for tooltips', {
      query: true,
      default: [],
      description: 'Columns that tooltips show in addition to those of the chart.',
    }),
    code('js_data_mutator', 'JavaScript data interceptor'),
    code('js_tooltip', 'JavaScript tooltip generator'),
    code('js_onclick_href', 'JavaScript onClick href'),
  ],
}
