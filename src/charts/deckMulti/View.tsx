import { use, useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import { loadMapLayers } from '../mapLayers.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { DeckMap } from '../shared/maps/deck/DeckMap.tsx'
import { type Described, describePicked } from '../shared/maps/deck/describe.ts'
import type { Picked } from '../shared/maps/deck/engine.ts'
import { notesOf, useHidden } from '../shared/maps/deck/LayerMap.tsx'
import { useLayerForm } from '../shared/maps/deck/useLayerForm.ts'
import { mapTheme } from '../shared/maps/mapTheme.ts'
import { LayerList } from './LayerList.tsx'
import { boundsOfAll, chartAt, chartsOnMap, layersOf, listOf, marksOfAll, readSources } from './layers.ts'
import type { DeckMultiForm } from './query.ts'
import { texts } from './texts.ts'

export { sources } from './sources.ts'

/** Saved charts as layers of one map. */
export default function DeckMulti(props: ChartComponentProps<DeckMultiForm>) {
  const t = useText()
  const { source_charts: charts = [] } = props.formData
  return charts.length === 0 ? <CenteredNote text={t(texts.needsCharts)} /> : <Layers {...props} />
}

function Layers(props: ChartComponentProps<DeckMultiForm>) {
  const { data, color } = props
  const theme = mapTheme(props.formData.mapbox_style, props.theme)
  const formData = useLayerForm(props.formData)
  const t = useText()
  const [hidden, toggle] = useHidden()
  const sources = useMemo(() => readSources({ formData, data, theme, color }), [formData, data, theme, color])
  const known = use(loadMapLayers(sources.map(({ type }) => type)))
  const charts = useMemo(() => chartsOnMap(sources, known, hidden), [sources, known, hidden])
  const layers = useMemo(() => layersOf(charts, hidden), [charts, hidden])
  const bounds = useMemo(() => boundsOfAll(charts), [charts])
  const { missing_charts: missing = [] } = formData
  const unshown = [
    ...charts.flatMap(({ name, why }) => (why ? [t(texts.unshown, { name, why: t(why) })] : [])),
    ...missing.map(({ id, message }) => t(texts.unshown, { name: t(texts.missing, { id }), why: message })),
  ]
  const notes = charts.flatMap(({ name, layer }) => (layer ? notesOf(layer, t).map((note) => `${name}: ${note}`) : []))
  if (layers.length === 0 && hidden.size === 0) return <CenteredNote text={unshown.join('\n')} />

  function describe(picked: Picked): Described | null {
    const { chart, layer } = charts[chartAt(picked.layer)] ?? {}
    const described = chart && layer && describePicked(chart.input, layer, picked, t)
    return described ? [[t(texts.layer), chart?.name ?? ''], ...described] : null
  }

  const items = listOf(charts, hidden)
  return (
    <DeckMap
      chart={props}
      layers={layers}
      bounds={bounds}
      marksAt={(zoom) => marksOfAll(charts, zoom)}
      rows={data.reduce((sum, { rowcount }) => sum + rowcount, 0)}
      missing={charts.reduce((sum, { layer }) => sum + (layer?.missing ?? 0), 0)}
      tooLarge={charts.reduce((sum, { layer }) => sum + (layer?.tooLarge ?? 0), 0)}
      notes={[...unshown, ...notes]}
      describe={describe}
      panel={{
        items: items.map(({ name: label, entries, swatch }) => ({
          label,
          // a line or a ramp is as wide as two dots
          colors: swatch?.kind === 'dots' && entries.length > 0 ? swatch.colors.length : 2,
        })),
        render: (place) => <LayerList layers={items} place={place} onToggle={toggle} />,
      }}
    />
  )
}
