import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { layer } from './layer.ts'
import type { DeckHeatmapForm } from './query.ts'

/** The density of points. */
export default function DeckHeatmap(props: ChartComponentProps<DeckHeatmapForm>) {
  return <LayerMap chart={props} layer={layer} />
}
