import { parseJson } from '../../../model/json.ts'
import type { NewRow } from '../../storage/schema.ts'

const maxEvents = 100
const maxJsonLength = 16_384
const maxNameLength = 255

interface Sender {
  userId: number
  now: number
  address: string
  referrer: string | undefined
}

/**
 * Rows for the events that a page reports: those listed in the field that `explode` names, else the whole payload as
 * one. What cannot be read is left out; an event says what was opened by `source` and `source_id`.
 */
export function eventRows(payload: unknown, explode: string | undefined, sender: Sender): NewRow<'logs'>[] {
  const fields = isRecord(payload) ? payload : {}
  const events = explode === undefined ? [fields] : listIn(fields[explode])
  return events.slice(0, maxEvents).flatMap((event) => {
    if (!isRecord(event)) return []
    const name = event['event_name']
    const json = JSON.stringify(event)
    return [
      {
        action: typeof name === 'string' && name !== '' ? name.slice(0, maxNameLength) : 'log',
        user_id: sender.userId,
        dashboard_id: idOf(event, 'dashboard'),
        slice_id: idOf(event, 'slice'),
        address: sender.address,
        referrer: sender.referrer?.slice(0, maxNameLength),
        json: json.length > maxJsonLength ? null : json,
        duration_ms: milliseconds(event['duration']),
        dttm: sender.now,
      },
    ]
  })
}

const sourceNames = { dashboard: ['dashboard'], slice: ['slice', 'explore', 'chart'] }

function idOf(event: Record<string, unknown>, kind: 'dashboard' | 'slice'): number | null {
  const named = sourceNames[kind].includes(String(event['source'])) ? event['source_id'] : undefined
  return positive(event[`${kind}_id`]) ?? positive(named) ?? null
}

function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined
}

const milliseconds = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value < 2 ** 31 ? Math.round(value) : null

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return []
  try {
    const list = parseJson(value)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
