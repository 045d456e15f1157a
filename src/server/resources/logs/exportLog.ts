import { Readable } from 'node:stream'
import { setImmediate as othersFirst } from 'node:timers/promises'
import { defuse } from '../../../engine/run/encode/csv.ts'
import { isoTime } from '../../../model/wire/wireTime.ts'
import type { Db } from '../../storage/schema.ts'

/** Rows in a batch: reading them from SQLite and writing their text must not delay other requests. */
const batch = 250

const columns = [
  'time',
  'user',
  'action',
  'object',
  'outcome',
  'address',
  'dashboard_id',
  'slice_id',
  'details',
] as const

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const line = (cells: readonly (string | number | null)[]) =>
  `${cells.map((cell) => (cell === null ? '' : quoted(defuse(String(cell))))).join(',')}\n`

/** The audit log as CSV, newest first, read from the store in batches: it may be large. */
export function exportLog(db: Db): Readable {
  return Readable.from(linesOf(db))
}

async function* linesOf(db: Db): AsyncGenerator<string> {
  yield line(columns)
  let before: number | undefined
  while (true) {
    let query = db
      .selectFrom('logs')
      .leftJoin('users', 'users.id', 'logs.user_id')
      .selectAll('logs')
      .select('users.username')
      .orderBy('logs.id', 'desc')
      .limit(batch)
    if (before !== undefined) query = query.where('logs.id', '<', before)
    const rows = await query.execute()
    if (rows.length === 0) return
    yield rows
      .map((row) =>
        line([
          isoTime(row.dttm),
          row.username,
          row.action,
          row.object,
          row.outcome,
          row.address,
          row.dashboard_id,
          row.slice_id,
          row.json,
        ]),
      )
      .join('')
    before = rows.at(-1)?.id
    await othersFirst()
  }
}
