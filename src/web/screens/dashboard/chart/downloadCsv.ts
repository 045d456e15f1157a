import { exportChartData } from '../../../api/chartData.ts'
import { saveFile } from '../../../ui/saveFile.ts'
import type { DashboardStore } from '../state/dashboardStore.ts'
import { chartContext } from './chartContext.ts'

/** Saves a chart's data, under the filters of this moment, as a file named after the chart. */
export async function downloadCsv(store: DashboardStore, chartId: number, title: string): Promise<void> {
  const context = chartContext(store, chartId, 'full', 'csv')
  if (!context) return
  const blob = await exportChartData(context)
  saveFile(blob, title, blob.type.includes('zip') ? 'zip' : 'csv')
}
