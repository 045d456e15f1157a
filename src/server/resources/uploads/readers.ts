import { AppError } from '../../../model/errors.ts'

/** Readers at the same time; each may take a gigabyte and all cores. */
const atOnce = 2

/** At most so many at a time; more are sent away at once, and told when to come back. */
export class Readers {
  #busy = 0

  checkFree(): void {
    if (this.#busy >= atOnce)
      throw new AppError('GENERIC_COMMAND_ERROR', 503, 'Other files are being read. Please try again in a moment.', {
        retryAfterS: 5,
      })
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.checkFree()
    this.#busy += 1
    try {
      return await work()
    } finally {
      this.#busy -= 1
    }
  }
}
