import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { PluginForm } from '../../model/chart/plugin.ts'
import type { MessageAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'

const path = '/api/v1/plugin/'

const columns = [
  'id',
  'name',
  'key',
  'bundle_url',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_delta_humanized',
] as const
export type Plugin = Listed<'plugin', (typeof columns)[number]>

/** The chart types that administrators added, available to everybody who sees charts. */
export const pluginTypesQuery = queryOptions({
  queryKey: ['plugins', 'types'],
  queryFn: async ({ signal }) =>
    (
      await getJson<{ result: Pick<Plugin, 'id' | 'name' | 'key' | 'bundle_url'>[] }>('/dynamic-plugins/api/read', {
        signal,
      })
    ).result,
})

export function pluginListQuery(request: ListRequest): ListQuery<Plugin> {
  return {
    queryKey: ['plugins', 'list', request],
    queryFn: ({ signal }) => getList('plugin', { ...request, columns }, signal),
  }
}

/** Creates a plugin, or changes the one with the id. */
export async function savePlugin(id: number | undefined, fields: z.input<typeof PluginForm>): Promise<void> {
  await (id === undefined ? postJson(path, fields) : putJson(`${path}${id}`, fields))
}

/** Deletes all or none. */
export function deletePlugins(ids: readonly number[]): Promise<MessageAnswer> {
  return deleteJson(path, { query: { q: formatRison(ids) } })
}
