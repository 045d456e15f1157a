import StoredCrossFilterScopes from '../edit/properties/StoredCrossFilterScopes.tsx'
import type { ChartDialogProps } from './chartDialogProps.ts'

/** Selects the charts that are filtered by a value selected in this chart. */
export default function ChartScoping({ chart, onClose }: ChartDialogProps) {
  return <StoredCrossFilterScopes startId={chart.id} onClose={onClose} />
}
