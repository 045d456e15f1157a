import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { layer } from './layer.ts'
import type { DeckGeojsonForm } from './query.ts'

/** Points, lines and areas of the rows. */
export default function DeckGeojson(props: ChartComponentProps<DeckGeojsonForm>) {
  return <LayerMap chart={props} layer={layer} />
}
