import { expect } from 'vitest'
import { AppError } from '../../../model/errors/errors.ts'

/** What a piece of work is expected to fail with. */
export const failureOf = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(AppError)
      return error as AppError
    },
  )
