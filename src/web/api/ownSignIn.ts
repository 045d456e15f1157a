import { queryOptions } from '@tanstack/react-query'
import type { OwnSignIn } from '../../model/people/ownSignIn.ts'
import type { SignedInAnswer } from '../../model/wire/session.ts'
import { deleteJson, getJson, postJson } from './client.ts'

const path = '/api/v1/me/sign_in/'

export const ownSignInQuery = queryOptions({
  queryKey: ['ownSignIn'],
  queryFn: async ({ signal }) => (await getJson<{ result: OwnSignIn }>(path, { signal })).result,
})

/** The address of the identity provider that the browser must open. */
export const connectProvider = async () => (await postJson<SignedInAnswer>('/login/oidc/connect', {})).next

export const disconnectProvider = () => deleteJson<unknown>(`${path}provider`)
