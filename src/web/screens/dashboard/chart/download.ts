import { rowsTableOf } from '../../../../charts/index.ts'
import type { DrawnPicture } from '../../../../charts/shared/contract.ts'
import { wholeTable } from '../../../../charts/wholeTable.ts'
import { bootstrap } from '../../../api/bootstrap.ts'
import { exportChartData } from '../../../api/chartData.ts'
import { chartImage } from '../../../chart/chartImage.ts'
import { withProgressToast } from '../../../ui/progressToast.ts'
import { saveFile } from '../../../ui/saveFile.ts'
import { defineTexts } from '../../../ui/text.ts'
import type { DashboardStore } from '../state/dashboardStore.ts'
import { chartContext } from './chartContext.ts'

const texts = defineTexts('dashboard.chartFile', { preparing: 'Preparing the image ...' })

interface FileKind {
  format: 'csv' | 'xlsx'
  /** all rows that the server allows, ignoring the limit of the chart */
  isFull: boolean
}

/**
 * Saves a chart's data, with the current filters, as a file named after the chart. For a table: all pages, and its totals
 * as the last row. For a pivot table: the table as it is shown, or with `isFull` its rows.
 */
export async function downloadData(
  store: DashboardStore,
  chartId: number,
  title: string,
  { format, isFull }: FileKind,
): Promise<void> {
  const vizType = store.getState().charts.get(chartId)?.form_data['viz_type']
  const isPivot = rowsTableOf(String(vizType)) === 'pivot'
  const context = await chartContext(store, chartId, isPivot && !isFull ? 'post_processed' : 'full', format, {
    ...wholeTable(vizType),
    ...(isFull && { row_limit: bootstrap.common.conf['SQL_MAX_ROW'] }),
  })
  if (!context) return
  // the other queries of a pivot table are its totals
  if (isPivot && isFull) context.queries = context.queries.slice(0, 1)
  const blob = await exportChartData(context)
  saveFile(blob, title, blob.type.includes('zip') ? 'zip' : format)
}

/** Saves an image of a chart as drawn on the page, below its title. Throws if nothing is drawn. */
export async function downloadImage(picture: DrawnPicture | null, title: string): Promise<void> {
  const blob = picture && (await withProgressToast({ text: texts.preparing }, () => chartImage(picture, 'jpeg', title)))
  if (!blob) throw new Error('this chart has no image')
  saveFile(blob, title, 'jpg')
}
