import type { ChartComponentProps } from '../shared/contract.ts'
import { LayerMap } from '../shared/maps/deck/LayerMap.tsx'
import { maskOfColumn } from '../shared/maps/deck/maskOfColumn.ts'
import { layer } from './layer.ts'
import type { DeckScatterForm } from './query.ts'

/** Places as circles. A click on a circle with a category filters by that category. */
export default function DeckScatter(props: ChartComponentProps<DeckScatterForm>) {
  return <LayerMap chart={props} layer={layer} maskOf={maskOfColumn(props, props.formData.dimension)} />
}
