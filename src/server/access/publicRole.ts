import { ForbiddenError } from '../errors.ts'
import type { Subject } from './subject.ts'

/** The role of everybody who is not signed in. */
const PUBLIC_ROLE = 'Public'

/**
 * Throws if an API key would change what visitors without an account may do: a leaked key must not leave behind rights
 * that outlive it.
 */
export function refusePublicByKey({ apiKey }: Subject, ...roles: readonly string[]): void {
  if (apiKey && roles.includes(PUBLIC_ROLE))
    throw new ForbiddenError('An API key cannot change the role Public. Sign in with a browser.')
}
