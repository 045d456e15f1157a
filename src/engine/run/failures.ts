import { AppError, type ErrorCode } from '../../model/errors.ts'
import { ChildFailure, ChildGone } from './child.ts'

/** What a query can fail with, in the words of the contract. */

export const busy = () =>
  new AppError('GENERIC_BACKEND_ERROR', 503, 'The server is busy. Please try again in a moment.', {
    extra: { retryAfterSeconds: 1 },
  })

/** Status 499: nobody reads it, the caller has gone. */
export const cancelled = () => new AppError('GENERIC_BACKEND_ERROR', 499, 'The query was cancelled.')

export function timedOut(timeoutMs: number): AppError {
  const seconds = Math.round(timeoutMs / 100) / 10
  return new AppError('BACKEND_TIMEOUT_ERROR', 408, `The query exceeded the ${seconds} seconds timeout.`, {
    extra: { timeout: seconds },
  })
}

/** Texts of the embedded engine that have a type of their own in the contract. */
const engineTexts: [RegExp, ErrorCode][] = [
  [/^Binder Error: (Referenced column|Table "[^"]*" does not have a column)/, 'COLUMN_DOES_NOT_EXIST_ERROR'],
  [/^Catalog Error: Table with name/, 'TABLE_DOES_NOT_EXIST_ERROR'],
  [/^(Catalog|Binder) Error: (Schema|Catalog) /, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
  [/^Parser Error/, 'SYNTAX_ERROR'],
]

/** Makes one AppError of whatever a child answered or died of; bugs of a child stay plain errors. */
export function asAppError(error: unknown): unknown {
  if (error instanceof ChildGone) {
    const message = error.outOfMemory
      ? 'The database engine ran out of memory.'
      : 'The database engine stopped while it ran this query.'
    return new AppError('GENERIC_DB_ENGINE_ERROR', 503, message, { cause: error })
  }
  if (!(error instanceof ChildFailure)) return error
  const { kind, message } = error.failure
  switch (kind) {
    case 'engine': {
      const code = engineTexts.find(([pattern]) => pattern.test(message))?.[1] ?? 'GENERIC_DB_ENGINE_ERROR'
      return new AppError(code, 400, withoutHints(message), { cause: error })
    }
    case 'postProcessing':
      return new AppError('GENERIC_COMMAND_ERROR', 400, message, { cause: error })
    case 'tooLarge':
      return new AppError('RESULT_TOO_LARGE_ERROR', 400, message, { cause: error })
    case 'cancelled':
      return cancelled()
    case 'bug':
      return new Error('an engine child failed', { cause: error })
  }
}

/** The engine adds advice on settings that its users here cannot change. */
const withoutHints = (message: string): string => message.split('\n\nPossible solutions')[0] ?? message
