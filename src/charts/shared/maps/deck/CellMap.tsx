import { useMemo } from 'react'
import type { ChartComponentProps } from '../../contract.ts'
import type { Aggregation } from '../aggregates.ts'
import { type CellForm, cellLayer, cellSteps } from '../cellColors.ts'
import type { Cell } from '../cells.ts'
import type { WeightedPoints } from '../weightedPoints.ts'
import { DeckMap, type MapForm } from './DeckMap.tsx'
import { useHidden } from './MarkMap.tsx'
import { useDescribedCell } from './useDescribedCell.ts'

interface Props {
  chart: ChartComponentProps<MapForm & CellForm>
  points: WeightedPoints
  cells: readonly Cell[]
  by: Aggregation
}

/** A map of cells that are colored by the points in them. */
export function CellMap({ chart, points, cells, by }: Props) {
  const { formData: form, datasource, theme } = chart
  const [hidden, toggle] = useHidden()
  const steps = useMemo(
    () => cellSteps(cells, { formData: form, datasource, theme }, by),
    [cells, form, datasource, theme, by],
  )
  const layers = useMemo(
    () => [cellLayer(cells, steps, { form, bounds: points.bounds, hidden })],
    [cells, steps, form, points, hidden],
  )
  const describe = useDescribedCell(chart, by)
  return (
    <DeckMap
      chart={chart}
      layers={layers}
      bounds={points.bounds}
      missing={points.missing}
      describe={describe}
      legend={{
        position: 'tr',
        isRange: true,
        entries: steps.map((step) => ({ ...step, isOn: !hidden.has(step.label) })),
        onToggle: toggle,
      }}
    />
  )
}
