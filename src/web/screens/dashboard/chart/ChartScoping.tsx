import StoredCrossFilterScopes from '../edit/properties/StoredCrossFilterScopes.tsx'
import type { ChartDialogProps } from './chartDialogProps.ts'

/** Which charts a value selected in this chart filters. */
export default function ChartScoping({ chart, onClose }: ChartDialogProps) {
  return <StoredCrossFilterScopes startId={chart.id} onClose={onClose} />
}
