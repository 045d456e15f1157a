import { ViewQuery } from '../../../chart/ViewQuery.tsx'
import { useSession } from '../state/session.ts'
import { chartContext } from './chartContext.ts'
import type { ChartDialogProps } from './chartDialogProps.ts'

/** The SQL of a chart with the current filters. */
export default function ChartQuery({ chart, onClose }: ChartDialogProps) {
  const { store } = useSession()
  return <ViewQuery contextOf={() => chartContext(store, chart.id, 'query', 'json')} onClose={onClose} />
}
