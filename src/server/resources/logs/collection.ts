import { sql } from 'kysely'
import { isoTime } from '../../../model/wire/wireTime.ts'
import type { Collection, LoadContext } from '../../listing/collection.ts'

export const logColumns = [
  'user.username',
  'action',
  'dttm',
  'json',
  'slice_id',
  'dashboard_id',
  'user_id',
  'duration_ms',
  'referrer',
]

const column = (name: string) => sql.ref(`logs.${name}`)
const username = sql`(select users.username from users where users.id = logs.user_id)`

/** The audit log. Its route requires a permission that only administrators have. */
export const logCollection: Collection = {
  table: 'logs',
  title: 'Log',
  listTitle: 'Logs',
  listColumns: logColumns,
  // not in the contract
  laterColumns: ['outcome', 'object', 'address'],
  orderColumns: {
    'user.username': username,
    action: column('action'),
    dttm: column('dttm'),
    json: column('json'),
    slice_id: column('slice_id'),
    dashboard_id: column('dashboard_id'),
    user_id: column('user_id'),
    duration_ms: column('duration_ms'),
    referrer: column('referrer'),
  },
  textOrders: ['user.username'],
  defaultOrder: 'dttm',
  searchColumns: {
    action: { type: 'text', column: column('action') },
    dashboard_id: { type: 'integer', column: column('dashboard_id') },
    dttm: { type: 'time', column: column('dttm') },
    duration_ms: { type: 'integer', column: column('duration_ms') },
    json: { type: 'text', column: column('json') },
    referrer: { type: 'text', column: column('referrer') },
    slice_id: { type: 'integer', column: column('slice_id') },
    user: { type: 'toOne', column: column('user_id') },
    user_id: { type: 'integer', column: column('user_id') },
  },
  visible: () => sql`1 = 1`,
  load: loadLogs,
}

async function loadLogs(ids: number[], { db }: LoadContext) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('logs')
    .leftJoin('users', 'users.id', 'logs.user_id')
    .selectAll('logs')
    .select('users.username')
    .where('logs.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ username: name, ...row }) => [
      row.id,
      { ...row, dttm: isoTime(row.dttm), user: name === null ? null : { username: name } },
    ]),
  )
}
