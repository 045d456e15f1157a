import type { z } from 'zod'
import type { LogRow } from '../../model/wire/logAnswers.ts'
import { getJson } from './client.ts'
import { type ListAnswer, type ListQuery, type ListRequest, listParameters } from './list.ts'

type Row = z.infer<typeof LogRow>
export type LoggedAction = Row & { id: number }

const columns = [
  'user.username',
  'action',
  'outcome',
  'object',
  'address',
  'dttm',
  'json',
  'slice_id',
  'dashboard_id',
  'user_id',
]

/** The audit log, newest first unless the request says otherwise. */
export function logQuery(request: ListRequest): ListQuery<LoggedAction> {
  return {
    queryKey: ['log', 'list', request],
    queryFn: async ({ signal }) => {
      const page = await getJson<ListAnswer<Row>>('/api/v1/log/', {
        signal,
        query: listParameters({ ...request, columns }),
      })
      return { ...page, result: page.result.map((row, at) => ({ ...row, id: page.ids[at] ?? 0 })) }
    },
  }
}
