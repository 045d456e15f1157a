import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { layer } from './layer.ts'
import type { DeckScreengridForm } from './query.ts'

/** A map with points grouped into square cells of a fixed size on the screen. */
export default function DeckScreengrid(props: ChartComponentProps<DeckScreengridForm>) {
  return <LayerMap chart={props} layer={layer} />
}
