import { metricLabel } from '../../../../model/query/labels.ts'
import { useText } from '../../../../web/ui/text.ts'
import type { ChartComponentProps } from '../../contract.ts'
import { exactOf } from '../../metricFormat.ts'
import { trueMinus } from '../../trueMinus.ts'
import type { Aggregation } from '../aggregates.ts'
import { type CellForm, cellFormat } from '../cellColors.ts'
import type { Cell } from '../cells.ts'
import type { Described } from './DeckMap.tsx'
import type { Picked } from './engine.ts'
import { texts } from './texts.ts'

/** What a tooltip says of a cell. */
export function useDescribedCell(
  { formData: form, datasource }: Pick<ChartComponentProps<Pick<CellForm, 'size'>>, 'formData' | 'datasource'>,
  by: Aggregation,
) {
  const t = useText()
  const write = exactOf(cellFormat(form, datasource, by))
  const name = form.size === undefined ? t(texts.weight) : metricLabel(form.size)
  return ({ object }: Picked): Described => {
    const { value, count } = object as Cell
    return [
      [t(texts.aggregated, { metric: datasource.verboseMap[name] ?? name, by }), trueMinus(write(value))],
      [t(texts.points), String(count)],
    ]
  }
}
