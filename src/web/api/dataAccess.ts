import { queryOptions } from '@tanstack/react-query'
import type { DataAccess } from '../../model/people/dataAccess.ts'
import { getJson, putJson } from './client.ts'

export type { DataAccess }

/** A dataset, a database, or one of its schemas. */
export interface AccessTarget {
  kind: 'dataset' | 'database'
  id: number
  schema?: string
}

const pathOf = ({ kind, id, schema }: AccessTarget) =>
  `/api/v1/security/data_access/${kind}/${id}${schema === undefined ? '' : `?${new URLSearchParams({ schema })}`}`

/** The roles that may read an object. */
export function dataAccessQuery(target: AccessTarget) {
  return queryOptions({
    queryKey: ['dataAccess', target],
    retry: false,
    queryFn: async ({ signal }) => (await getJson<{ result: DataAccess }>(pathOf(target), { signal })).result,
  })
}

/** Sets which roles have a grant on exactly this object. */
export async function setDataAccess(target: AccessTarget, roles: readonly number[]): Promise<DataAccess> {
  return (await putJson<{ result: DataAccess }>(pathOf(target), { roles })).result
}
