import type { FastifyRequest } from 'fastify'
import { audit } from '../../access/audit.ts'
import type { Services } from '../../services.ts'

const maxReferrerLength = 255

/**
 * Logs that the user opened a dashboard or a chart by its address, with the names that recent activity reads. Call it
 * after the page was sent. What an administrator opens as another user is not that user's activity.
 */
export async function logVisit(
  { db, now }: Services,
  request: FastifyRequest,
  place: { dashboardId: number } | { chartId: number },
): Promise<void> {
  if (!request.subject.user || request.viewer) return
  const { subject, ip, headers } = request
  const action = 'chartId' in place ? 'explore' : 'dashboard'
  await audit(
    db,
    { action, subject, address: ip, referrer: headers.referer?.slice(0, maxReferrerLength), ...place },
    now(),
  )
}

/** The chart that an address of explore opens: `slice_id`, also inside `form_data`. */
export function openedChart(query: Record<string, unknown>): number | undefined {
  return idIn(query['slice_id']) ?? idIn(inFormData(query['form_data']))
}

function inFormData(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['slice_id'] : undefined
  } catch {
    return undefined
  }
}

function idIn(value: unknown): number | undefined {
  const id = Number(value)
  return (typeof value === 'string' || typeof value === 'number') && Number.isInteger(id) && id > 0 && id < 2 ** 31
    ? id
    : undefined
}
