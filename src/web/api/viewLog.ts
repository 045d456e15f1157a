import { sendForm } from './client.ts'

const viewEvents = { dashboard: 'mount_dashboard', chart: 'mount_explorer' } as const

/** Logs that the user opened an object, so that it appears in the recents. The response is ignored. */
export function logView(kind: 'dashboard' | 'chart', id: number): void {
  const source = kind === 'chart' ? 'slice' : kind
  const events = [{ event_name: viewEvents[kind], source, source_id: id, ts: Date.now() }]
  sendForm('/superset/log/?explode=events', { events: JSON.stringify(events) }).catch(() => undefined)
}
