import type { ErrorCode } from '../../../model/errors/errors.ts'
import type { TextPosition } from '../../../model/sqlLab/sqlLabAnswers.ts'
import { EngineFailure } from '../../run/engine.ts'
import {
  type ConnectionFault,
  type ConnectionTarget,
  connectionFailure,
  connectionLost,
  networkFailure,
} from '../shared/connectionFailure.ts'

/** Codes of the server (SQLSTATE) with their own type in the contract. */
const CODES: Record<string, ErrorCode> = {
  '3F000': 'SCHEMA_DOES_NOT_EXIST_ERROR',
  '42601': 'SYNTAX_ERROR',
  '42703': 'COLUMN_DOES_NOT_EXIST_ERROR',
  '42P01': 'TABLE_DOES_NOT_EXIST_ERROR',
  '42501': 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
}

/** Codes with which the server refuses a connection. */
const REFUSALS: Record<string, ConnectionFault> = {
  '28000': 'wrongUser',
  '28P01': 'wrongPassword',
  '3D000': 'unknownDatabase',
}

/** Codes of a server that stops, starts, has no resources left, or lost the session. */
const UNAVAILABLE = /^(08...|57P0[1-3]|53300)$/

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
/** A response of the server itself, not an error of the network or the driver. */
const isAnswer = (error: unknown): error is Error => error instanceof Error && 'severity' in error

/** The session ended for a reason unrelated to the query. */
export const isUnavailable = (error: unknown): boolean => isAnswer(error) && UNAVAILABLE.test(codeOf(error))

/** Why the connection failed. */
export function asConnectFailure(error: unknown, target: ConnectionTarget): EngineFailure {
  if (error instanceof EngineFailure) return error
  const refusal = REFUSALS[codeOf(error)]
  // the driver itself fails if the server requests a password and there is none
  const fault = refusal ?? (error instanceof Error && /password must be a/.test(error.message) ? 'wrongPassword' : null)
  if (fault) {
    const isNoRole = fault !== 'wrongUser' || (error instanceof Error && /role .* does not exist/.test(error.message))
    return connectionFailure(isNoRole ? fault : 'denied', target, error)
  }
  if (isAnswer(error)) {
    const code: ErrorCode = UNAVAILABLE.test(codeOf(error)) ? 'CONNECTION_HOST_DOWN_ERROR' : 'GENERIC_DB_ENGINE_ERROR'
    return new EngineFailure('connection', error.message, { code, cause: error })
  }
  if (error instanceof Error && /does not support SSL/.test(error.message)) {
    return new EngineFailure('connection', `The server at "${target.host}" does not support encrypted connections.`, {
      invalid: ['encryption'],
      cause: error,
    })
  }
  return networkFailure(error, target) ?? connectionFailure('hostDown', target, error)
}

/** The server counts characters from 1, in the text that it received. */
function positionOf(error: Error, sql: string | undefined): TextPosition | undefined {
  const at = 'position' in error ? Number(error.position) : Number.NaN
  if (sql === undefined || !(at >= 1)) return undefined
  const lines = [...sql]
    .slice(0, at - 1)
    .join('')
    .split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/** Why a query failed. Our own bugs are passed on unchanged. `sql`: as the server received it. */
export function asFailure(error: unknown, signal: AbortSignal, target: ConnectionTarget, sql?: string): unknown {
  if (signal.aborted) return new EngineFailure('cancelled', 'The query was cancelled.')
  if (error instanceof EngineFailure) return error
  if (isAnswer(error)) {
    const code = codeOf(error)
    if (isUnavailable(error)) return connectionLost(target, error)
    return new EngineFailure('engine', error.message, {
      code: CODES[code],
      position: positionOf(error, sql),
      cause: error,
    })
  }
  const isLost = error instanceof Error && /^Connection terminated|not queryable|connection is gone/.test(error.message)
  if (isLost || networkFailure(error, target)) return connectionLost(target, error)
  return error
}
