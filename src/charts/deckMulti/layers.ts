import type { MessageDescriptor } from 'react-intl'
import type { MapLayers } from '../mapLayers.ts'
import { categoricalColor, colorsOn } from '../shared/color/index.ts'
import type { DrawInput } from '../shared/contract.ts'
import type { LayerOfView, LayerSpec } from '../shared/maps/deck/layerSpec.ts'
import { isLayer, type LayerInput, type LegendName, type MapLayer } from '../shared/maps/mapLayer.ts'
import type { Swatch } from '../shared/maps/swatch.ts'
import { type Bounds, unionOf } from '../shared/maps/viewport.ts'
import { noDatasource } from '../shared/noDatasource.ts'
import type { SourceChart } from '../shared/sourceCharts.ts'
import type { DeckMultiForm } from './query.ts'
import { legendSwatch } from './swatch.ts'
import { texts } from './texts.ts'

type Form = Record<string, unknown>

/** A saved chart with the input for drawing it on this map. */
export interface SourceInput extends Omit<SourceChart, 'formData' | 'type'> {
  type: string
  input: LayerInput<Form>
}

/** The charts of the map, in the order in which they are drawn. */
export function readSources({
  formData: { source_charts: charts = [], viewport },
  data,
  theme,
  color,
}: Pick<DrawInput<DeckMultiForm>, 'formData' | 'data' | 'theme' | 'color'>): SourceInput[] {
  return charts.map(({ formData, ...chart }, at) => ({
    ...chart,
    type: String(formData['viz_type']),
    input: {
      // the view of this map decides whether heights are visible
      formData: { ...formData, viewport },
      data: data.slice(at, at + 1),
      datasource: chart.datasource ?? noDatasource,
      theme,
      color: colorsOf(formData, data[at]?.colnames ?? [], { theme, color }),
      filterState: undefined,
    },
  }))
}

/** A chart with its own color scheme keeps its colors. */
function colorsOf(
  form: Form,
  names: readonly string[],
  { theme, color }: Pick<DrawInput<unknown>, 'theme' | 'color'>,
): (label: string) => string {
  const { color_scheme: scheme, label_colors: saved } = form
  if (typeof scheme !== 'string' || scheme === '') return color
  return colorsOn(theme, categoricalColor(scheme, (saved ?? {}) as Record<string, string>, names))
}

/** The layer of a chart, or why it has none. */
interface ChartOnMap {
  name: string
  chart: SourceInput
  layer?: MapLayer
  why?: MessageDescriptor
}

/** The key under which a chart, or an entry of its legend, is switched off. */
export const keyOf = (at: number, label?: string) => JSON.stringify([at, label])

/** The charts of the map with their layers. */
export function chartsOnMap(
  sources: readonly SourceInput[],
  known: MapLayers,
  hidden: ReadonlySet<string>,
): ChartOnMap[] {
  return sources.map((chart, at) => {
    const make = known.get(chart.type)
    if (make === undefined) return { name: chart.name, chart, why: texts.noLayer }
    const made = make(chart.input as never, hiddenOf(hidden, at))
    return isLayer(made) ? { name: chart.name, chart, layer: made } : { name: chart.name, chart, why: made }
  })
}

function hiddenOf(hidden: ReadonlySet<string>, at: number): Set<string> {
  const keys = [...hidden].map((key) => JSON.parse(key) as [number, string?])
  return new Set(keys.flatMap(([chart, label]) => (chart === at && label != null ? [label] : [])))
}

/**
 * The layers of all charts that are switched on, from bottom to top. Their ids begin with the position of their chart.
 */
export function layersOf(charts: readonly ChartOnMap[], hidden: ReadonlySet<string>): (LayerSpec | LayerOfView)[] {
  return charts.flatMap(({ layer }, at) => {
    if (layer === undefined || hidden.has(keyOf(at))) return []
    const named = (spec: LayerSpec): LayerSpec => ({ ...spec, id: `${at}/${spec.id}` })
    return layer.layers.map((each) =>
      typeof each === 'function' ? (...view: Parameters<LayerOfView>) => named(each(...view)) : named(each),
    )
  })
}

export interface ListedLayer {
  key: string
  name: string
  isOn: boolean
  entries: (LegendName & { key: string; isOn: boolean })[]
  /** the colors of the legend entries in one row, or the picked colors of the marks */
  swatch: Swatch | undefined
}

/** The list of the layers. A chart whose legend is switched off has no entries. */
export const listOf = (charts: readonly ChartOnMap[], hidden: ReadonlySet<string>): ListedLayer[] =>
  charts.flatMap(({ name, layer }, at) => {
    if (layer === undefined) return []
    const { entries, position, isRange } = layer.legend ?? { entries: [], position: 'tr' }
    const isPlain = entries.length === 0
    const shown = position === null ? [] : entries
    return {
      key: keyOf(at),
      name,
      isOn: !hidden.has(keyOf(at)),
      entries: shown.map((entry) => {
        const key = keyOf(at, entry.label)
        return { ...entry, key, isOn: !hidden.has(key) }
      }),
      swatch: isPlain ? layer.swatch : shown.length > 0 ? legendSwatch(entries, isRange) : undefined,
    }
  })

/** The position of the chart that a layer belongs to. */
export const chartAt = (layerId: string): number => Number.parseInt(layerId, 10)

/** The box around the marks of all charts at a zoom. */
export const marksOfAll = (charts: readonly ChartOnMap[], zoom: number): Bounds | undefined =>
  unionOf(charts.map(({ layer }) => layer?.marksAt?.(zoom) ?? layer?.bounds))

export const boundsOfAll = (charts: readonly ChartOnMap[]): Bounds | undefined =>
  unionOf(charts.map(({ layer }) => layer?.bounds))
