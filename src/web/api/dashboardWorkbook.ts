import { postResponse } from './client.ts'
import type { DashboardPermalinkState } from './permalinks.ts'

/** The data of all charts of a dashboard as an XLSX file, with the filters of the state. */
export async function dashboardWorkbook(id: number, state: DashboardPermalinkState): Promise<Blob> {
  return (await postResponse(`/api/v1/dashboard/${id}/workbook/`, state)).blob()
}
