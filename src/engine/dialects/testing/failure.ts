import { expect } from 'vitest'
import { AppError } from '../../../model/errors/errors.ts'

/** The error with which a call is expected to fail. */
export const failureOf = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(AppError)
      return error as AppError
    },
  )
