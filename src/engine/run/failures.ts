import { AppError, type ErrorCode } from '../../model/errors/errors.ts'
import type { TextPosition } from '../../model/sqlLab/sqlLabAnswers.ts'
import { dialects } from '../dialects/index.ts'
import { ChildFailure, ChildGone } from './child.ts'
import type { EngineFailure } from './engine.ts'

/** The errors of a query, with the codes and messages of the contract. */

export const busy = () =>
  new AppError('GENERIC_BACKEND_ERROR', 503, 'The server is busy. Please try again in a moment.', {
    extra: { retryAfterSeconds: 1 },
    retryAfterS: 1,
  })

/** Several engine children in a row ended before they could take a query. */
export const notStarted = () =>
  new AppError('GENERIC_DB_ENGINE_ERROR', 503, 'The database engine does not start. Please try again in a moment.', {
    extra: { retryAfterSeconds: 1 },
    retryAfterS: 1,
  })

/** Status 499: nobody reads it, because the client has disconnected. */
export const cancelled = () => new AppError('GENERIC_BACKEND_ERROR', 499, 'The query was cancelled.')

export function timedOut(timeoutMs: number): AppError {
  const seconds = Math.round(timeoutMs / 100) / 10
  return new AppError('BACKEND_TIMEOUT_ERROR', 408, `The query exceeded the ${seconds} seconds timeout.`, {
    extra: { timeout: seconds },
  })
}

/** Converts a failure or the end of a child to one AppError. Bugs of a child stay plain errors. */
export function asAppError(error: unknown, dialectName: string): unknown {
  if (error instanceof ChildGone) {
    const message = error.outOfMemory
      ? 'The database engine ran out of memory.'
      : 'The database engine stopped while it ran this query.'
    return new AppError('GENERIC_DB_ENGINE_ERROR', 503, message, { cause: error })
  }
  if (!(error instanceof ChildFailure)) return error
  const { kind, message, code, invalid } = error.failure
  switch (kind) {
    case 'engine': {
      const known = dialects[dialectName]?.errors.find(([pattern]) => pattern.test(message))?.[1]
      return new AppError(code ?? known ?? 'GENERIC_DB_ENGINE_ERROR', 400, withoutHints(message), { cause: error })
    }
    case 'connection':
      return unreachable(message, code, invalid, error)
    case 'postProcessing':
      return new AppError('GENERIC_COMMAND_ERROR', 400, message, { cause: error })
    case 'tooLarge':
    case 'diskFull':
      return limitReached(kind, message, error)
    case 'cancelled':
      return cancelled()
    case 'bug':
      return new Error('an engine child failed', { cause: error })
  }
}

const limitReached = (kind: 'tooLarge' | 'diskFull', message: string, cause: unknown) =>
  kind === 'tooLarge'
    ? new AppError('RESULT_TOO_LARGE_ERROR', 400, message, { cause })
    : new AppError('GENERIC_BACKEND_ERROR', 507, message, { cause })

/** Why a file could not be written in this process. */
export const fileFailure = (error: EngineFailure): unknown =>
  error.kind === 'tooLarge' || error.kind === 'diskFull' ? limitReached(error.kind, error.message, error) : error

/** A change that ran in a child that ended: it may have been committed, so it is never run again. */
export const outcomeUnknown = (cause: unknown) =>
  new AppError(
    'GENERIC_DB_ENGINE_ERROR',
    503,
    'The database engine stopped while it ran this statement. Outcome unknown: check whether the change took effect before you repeat it.',
    { cause },
  )

/** Where in its SQL the database found this error, if it reported that in addition to the message. */
export const reportedPlace = ({ cause }: AppError): TextPosition | undefined =>
  cause instanceof ChildFailure ? cause.failure.position : undefined

/** The engine adds advice about settings that users here cannot change. */
const withoutHints = (message: string): string => message.split('\n\nPossible solutions')[0] ?? message

/** Errors that may be temporary are reported as such; a wrong password, name or certificate is not. */
const WORTH_TRYING_AGAIN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'CONNECTION_HOST_DOWN_ERROR',
  'CONNECTION_PORT_CLOSED_ERROR',
  'CONNECTION_DATABASE_TIMEOUT',
])

/** Whether the database could not be reached, so that other queries need not repeat the attempt. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ChildFailure &&
  error.failure.kind === 'connection' &&
  WORTH_TRYING_AGAIN.has(error.failure.code ?? 'GENERIC_DB_ENGINE_ERROR')

function unreachable(
  message: string,
  code: ErrorCode = 'GENERIC_DB_ENGINE_ERROR',
  invalid?: string[],
  cause?: unknown,
) {
  const status = WORTH_TRYING_AGAIN.has(code) ? 503 : 400
  return new AppError(code, status, message, { ...(invalid ? { extra: { invalid } } : {}), cause })
}
