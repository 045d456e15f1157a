import type { ErrorCode } from '../../../model/errors/errors.ts'
import { EngineFailure } from '../../run/engine.ts'

/** Errors when connecting to a database or signing in, in the words of the contract. For drivers. */

export interface ConnectionTarget {
  host: string
  port: number
  username?: string
  database?: string
}

type Words = (target: ConnectionTarget) => { code: ErrorCode; message: string; invalid: string[] }

const hostDown: Words = ({ host, port }) => ({
  code: 'CONNECTION_HOST_DOWN_ERROR',
  message: `The host "${host}" might be down, and can't be reached on port ${port}. Check that the database is running.`,
  invalid: ['host', 'port'],
})
const portClosed: Words = ({ host, port }) => ({
  code: 'CONNECTION_PORT_CLOSED_ERROR',
  message: `Port ${port} on hostname "${host}" refused the connection. Check that the database is running.`,
  invalid: ['host', 'port'],
})
const unknownHost: Words = ({ host }) => ({
  code: 'CONNECTION_INVALID_HOSTNAME_ERROR',
  message: `The hostname "${host}" cannot be resolved. Check how it is spelled.`,
  invalid: ['host'],
})
const wrongUser: Words = ({ username }) => ({
  code: 'CONNECTION_INVALID_USERNAME_ERROR',
  message: `The username "${username ?? ''}" does not exist.`,
  invalid: ['username'],
})
const wrongPassword: Words = ({ username }) => ({
  code: 'CONNECTION_INVALID_PASSWORD_ERROR',
  message: `The password provided for username "${username ?? ''}" is incorrect.`,
  invalid: ['username', 'password'],
})
const denied: Words = ({ username }) => ({
  code: 'CONNECTION_ACCESS_DENIED_ERROR',
  message: `Either the username "${username ?? ''}" or the password is incorrect.`,
  invalid: ['username', 'password'],
})
const unknownDatabase: Words = ({ database }) => ({
  code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
  message: `Unable to connect to database "${database ?? ''}".`,
  invalid: ['database'],
})

const words = { hostDown, portClosed, unknownHost, wrongUser, wrongPassword, denied, unknownDatabase }
export type ConnectionFault = keyof typeof words

export function connectionFailure(fault: ConnectionFault, target: ConnectionTarget, cause?: unknown): EngineFailure {
  const { code, message, invalid } = words[fault](target)
  return new EngineFailure('connection', message, { code, invalid, cause })
}

/** A connection that was lost during a query. */
export const connectionLost = ({ host, port }: ConnectionTarget, cause?: unknown): EngineFailure =>
  new EngineFailure(
    'connection',
    `The database at "${host}", port ${port}, closed the connection while it ran this query. Please try again.`,
    { code: 'CONNECTION_HOST_DOWN_ERROR', cause },
  )

const BY_CODE: Record<string, ConnectionFault> = {
  ECONNREFUSED: 'portClosed',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  ETIMEDOUT: 'hostDown',
  EHOSTUNREACH: 'hostDown',
  ENETUNREACH: 'hostDown',
  EHOSTDOWN: 'hostDown',
  ECONNRESET: 'hostDown',
  EPIPE: 'hostDown',
}

/** TLS error codes for an invalid certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH/

/** A server with an invalid certificate. */
export const untrusted = ({ host }: ConnectionTarget, reason: string, cause: unknown): EngineFailure =>
  new EngineFailure('connection', `The certificate of "${host}" cannot be trusted: ${reason}.`, {
    invalid: ['encryption'],
    cause,
  })

/** How Node reports a response that is not HTTP. */
const NO_HTTP = /^HPE_/

/** A server of another kind, or a network that changes what is sent. */
const notUnderstood = ({ host, port }: ConnectionTarget, cause: unknown): EngineFailure =>
  new EngineFailure(
    'connection',
    `The database at "${host}", port ${port}, sent a response that is not HTTP. Check the port.`,
    { code: 'CONNECTION_HOST_DOWN_ERROR', invalid: ['host', 'port'], cause },
  )

/** The meaning of a network error; undefined if it is not one. For hosts with several addresses the error is a list. */
export function networkFailure(error: unknown, target: ConnectionTarget): EngineFailure | undefined {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  if (CERTIFICATE.test(code)) {
    return untrusted(target, first instanceof Error ? first.message : code, error)
  }
  if (NO_HTTP.test(code)) return notUnderstood(target, error)
  const fault = BY_CODE[code]
  return fault && connectionFailure(fault, target, error)
}
