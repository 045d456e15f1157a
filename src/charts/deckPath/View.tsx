import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { layer } from './layer.ts'
import type { DeckPathForm } from './query.ts'

/** Lines of the rows. */
export default function DeckPath(props: ChartComponentProps<DeckPathForm>) {
  return <LayerMap chart={props} layer={layer} />
}
