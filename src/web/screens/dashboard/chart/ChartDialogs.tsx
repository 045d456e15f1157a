import { lazy, Suspense } from 'react'
import type { DashboardChart } from '../../../api/dashboardView.ts'

export type OpenChartDialog = 'query' | 'table'

const ChartQuery = lazy(() => import('./ChartQuery.tsx'))
const ViewAsTable = lazy(() => import('./ViewAsTable.tsx'))

export interface ChartDialogProps {
  chart: DashboardChart
  title: string
  onClose: () => void
}

/** The dialogs of a chart, loaded when one is opened. */
export function ChartDialogs({ open, ...props }: ChartDialogProps & { open: OpenChartDialog | undefined }) {
  if (!open) return null
  return (
    <Suspense fallback={null}>{open === 'query' ? <ChartQuery {...props} /> : <ViewAsTable {...props} />}</Suspense>
  )
}
