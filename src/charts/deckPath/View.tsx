import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { layer } from './layer.ts'
import type { DeckPathForm } from './query.ts'

/** A map with one line per row. */
export default function DeckPath(props: ChartComponentProps<DeckPathForm>) {
  return <LayerMap chart={props} layer={layer} />
}
