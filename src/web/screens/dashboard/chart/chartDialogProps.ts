import type { DashboardChart } from '../../../api/dashboardView.ts'

export interface ChartDialogProps {
  chart: DashboardChart
  title: string
  onClose: () => void
}
