import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { layer } from './layer.ts'
import type { DeckGridForm } from './query.ts'

/** Points in squares. */
export default function DeckGrid(props: ChartComponentProps<DeckGridForm>) {
  return <LayerMap chart={props} layer={layer} />
}
