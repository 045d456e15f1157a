import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { maskOfColumn } from '../shared/maps/deck/maskOfColumn.ts'
import { layer } from './layer.ts'
import type { DeckArcForm } from './query.ts'

/** Arcs between two places. A click on an arc with a category filters by that category. */
export default function DeckArc(props: ChartComponentProps<DeckArcForm>) {
  return <LayerMap chart={props} layer={layer} maskOf={maskOfColumn(props, props.formData.dimension)} />
}
