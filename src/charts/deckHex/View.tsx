import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { layer } from './layer.ts'
import type { DeckHexForm } from './query.ts'

/** Points in hexagons. */
export default function DeckHex(props: ChartComponentProps<DeckHexForm>) {
  return <LayerMap chart={props} layer={layer} />
}
