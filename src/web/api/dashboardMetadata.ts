import type { DashboardItemAnswer } from '../../model/dashboard/dashboardAnswers.ts'
import { getResponse, putForVersion } from './client.ts'

/**
 * Changes some keys of a dashboard's metadata. The server replaces the whole text, so the current one is loaded first:
 * the page's own may be outdated. Rejected with 412 if another save happens in between.
 */
export async function saveDashboardMetadata(id: number, patch: Record<string, unknown>): Promise<void> {
  const path = `/api/v1/dashboard/${id}`
  const response = await getResponse(path)
  const { result } = (await response.json()) as DashboardItemAnswer
  const metadata = JSON.parse(result.json_metadata || '{}') as Record<string, unknown>
  const version = response.headers.get('etag')
  await putForVersion(
    path,
    { json_metadata: JSON.stringify({ ...metadata, ...patch }) },
    { headers: version === null ? {} : { 'if-match': version } },
  )
}
