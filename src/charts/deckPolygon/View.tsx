import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { layer } from './layer.ts'
import type { DeckPolygonForm } from './query.ts'
import { areaMask } from './selection.ts'

/**
 * A map with one area per row, colored by a metric. A click on an area filters by it, if that is enabled in the chart.
 */
export default function DeckPolygon(props: ChartComponentProps<DeckPolygonForm>) {
  return <LayerMap chart={props} layer={layer} maskOf={(row) => areaMask(props, row)} />
}
