import { queryOptions } from '@tanstack/react-query'
import type { NewSecondFactor, OwnSignIn, RecoveryCodes } from '../../model/people/ownSignIn.ts'
import type { SignedInAnswer } from '../../model/wire/session.ts'
import { deleteJson, getJson, postJson } from './client.ts'

export type { NewSecondFactor, RecoveryCodes }

const path = '/api/v1/me/sign_in/'

export const ownSignInQuery = queryOptions({
  queryKey: ['ownSignIn'],
  queryFn: async ({ signal }) => (await getJson<{ result: OwnSignIn }>(path, { signal })).result,
})

/** The address of the identity provider that the browser must open. */
export const connectProvider = async () => (await postJson<SignedInAnswer>('/login/oidc/connect', {})).next

export const disconnectProvider = () => deleteJson<unknown>(`${path}provider`)

const factor = '/api/v1/me/second_factor/'

/** The secret key for the user's authenticator app. */
export const beginSecondFactor = async (password: string) =>
  (await postJson<{ result: NewSecondFactor }>(factor, { password })).result

/** Switches the second factor on; returns the recovery codes. */
export const confirmSecondFactor = async (code: string) =>
  (await postJson<{ result: RecoveryCodes }>(`${factor}confirm`, { code })).result

export const endSecondFactor = (password: string, code: string) =>
  postJson<unknown>(`${factor}remove`, { password, code })
