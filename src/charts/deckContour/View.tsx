import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { layer } from './layer.ts'
import type { DeckContourForm } from './query.ts'

/** Lines and bands of equal values. */
export default function DeckContour(props: ChartComponentProps<DeckContourForm>) {
  return <LayerMap chart={props} layer={layer} />
}
