import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { RoleRights, RoleRightsForm, RoleRow } from '../../model/people/roleForm.ts'
import type {
  MeUpdate,
  ProfileAnswer,
  UserCreate,
  UserLinkAnswer,
  UserRow,
  UserUpdate,
} from '../../model/people/userForm.ts'
import type { UserCharts, UserDashboards } from '../../model/people/userLists.ts'
import type { MessageAnswer, SavedAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'
import { type ListAnswer, type ListQuery, type ListRequest, listParameters } from './list.ts'

export type { RoleRights, RoleRow, UserRow }

const path = '/api/v1/security'

const userColumns = [
  'id',
  'username',
  'first_name',
  'last_name',
  'email',
  'active',
  'has_password',
  'has_second_factor',
  'last_login',
  'fail_login_count',
  'roles.id',
  'roles.name',
]

export function userListQuery(request: ListRequest): ListQuery<UserRow> {
  return {
    queryKey: ['users', 'list', request],
    queryFn: ({ signal }) =>
      getJson(`${path}/users/`, { signal, query: listParameters({ ...request, columns: userColumns }) }),
  }
}

export async function loadUser(id: number, signal: AbortSignal): Promise<UserRow> {
  return (await getJson<{ result: UserRow }>(`${path}/users/${id}`, { signal })).result
}

export function roleListQuery(request: ListRequest): ListQuery<RoleRow> {
  const columns = ['id', 'name', 'is_builtin', 'user_count']
  return {
    queryKey: ['roles', 'list', request],
    queryFn: ({ signal }) => getJson(`${path}/roles/`, { signal, query: listParameters({ ...request, columns }) }),
  }
}

/** Every role, for pickers. */
export const allRolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: ({ signal }) =>
    getJson<ListAnswer<RoleRow>>(`${path}/roles/`, {
      signal,
      query: listParameters({ columns: ['id', 'name'], orderColumn: 'name', orderDirection: 'asc', pageSize: 100 }),
    }),
})

export const createUser = (body: UserCreate) => postJson<{ id: number }>(`${path}/users/`, body)
export const updateUser = (id: number, body: UserUpdate) => putJson<unknown>(`${path}/users/${id}`, body)

/** Deletes all or none. */
export const deleteUsers = (ids: readonly number[]) =>
  deleteJson<MessageAnswer>(`${path}/users/`, { query: { q: formatRison(ids) } })

/** A one-time link with which the user sets a password. */
export const makeUserLink = async (id: number) =>
  (await postJson<UserLinkAnswer>(`${path}/users/${id}/link`, {})).result

/** Removes the second factor of a user: sign-in no longer asks for a code. */
export const endSecondFactorOf = (id: number) => deleteJson<unknown>(`${path}/users/${id}/second_factor`)

/** Views the product as another user, until `stopViewing`. The page must be loaded again. */
export const viewAsUser = (id: number) => postJson<unknown>(`${path}/users/${id}/view_as`, {})

export const createRole = (name: string) => postJson<SavedAnswer>(`${path}/roles/`, { name })
export const renameRole = (id: number, name: string) => putJson<SavedAnswer>(`${path}/roles/${id}`, { name })
export const deleteRoles = (ids: readonly number[]) =>
  deleteJson<MessageAnswer>(`${path}/roles/`, { query: { q: formatRison(ids) } })

export function roleRightsQuery(id: number) {
  return queryOptions({
    queryKey: ['roles', 'rights', id],
    queryFn: async ({ signal }) =>
      (await getJson<{ result: RoleRights }>(`${path}/roles/${id}/rights`, { signal })).result,
  })
}

export const saveRoleRights = (id: number, rights: RoleRightsForm) =>
  putJson<{ result: RoleRights }>(`${path}/roles/${id}/rights`, rights)

export const allPermissionsQuery = queryOptions({
  queryKey: ['roles', 'permissions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await getJson<{ result: string[] }>(`${path}/all_permissions`, { signal })).result,
})

/** Changes the user's own account. A new password also requires the current one. */
export const updateOwnAccount = (body: z.infer<typeof MeUpdate>) => putJson<unknown>('/api/v1/me/', body)

/** Dashboards and charts that a user starred and the reader may see. */
export function starredQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', 'starred', userId],
    queryFn: async ({ signal }) => {
      const [dashboards, charts] = await Promise.all([
        getJson<UserDashboards>(`/superset/fave_dashboards/${userId}/`, { signal }),
        getJson<UserCharts>(`/superset/fave_slices/${userId}/`, { signal }),
      ])
      return { dashboards, charts }
    },
  })
}

export type Profile = ProfileAnswer['result']

export function profileQuery(username: string) {
  return queryOptions({
    queryKey: ['users', 'profile', username],
    queryFn: async ({ signal }) =>
      (await getJson<ProfileAnswer>(`${path}/profile/${encodeURIComponent(username)}`, { signal })).result,
  })
}
