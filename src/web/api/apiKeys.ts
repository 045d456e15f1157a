import { queryOptions } from '@tanstack/react-query'
import type { ApiKeyCreatedAnswer, ApiKeyForm, ApiKeyListAnswer, ApiKeyRow } from '../../model/people/apiKey.ts'
import { deleteJson, getJson, postJson } from './client.ts'

export type { ApiKeyForm, ApiKeyRow }

/** The owner of the keys: another user, for administrators, or the caller. */
export type KeyOwner = number | 'me'

const pathOf = (owner: KeyOwner) =>
  owner === 'me' ? '/api/v1/me/api_keys/' : `/api/v1/security/users/${owner}/api_keys/`

export function apiKeysQuery(owner: KeyOwner) {
  return queryOptions({
    queryKey: ['apiKeys', owner],
    queryFn: ({ signal }) => getJson<ApiKeyListAnswer>(pathOf(owner), { signal }),
  })
}

export const createApiKey = (form: ApiKeyForm) => postJson<ApiKeyCreatedAnswer>(pathOf('me'), form)
export const revokeApiKey = (owner: KeyOwner, id: number) => deleteJson<unknown>(`${pathOf(owner)}${id}`)
