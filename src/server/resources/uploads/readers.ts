import { AppError } from '../../../model/errors/errors.ts'

/** Number of readers that run at the same time; each may use a gigabyte and all cores. */
const atOnce = 2

/** Limits the number of readers. Further requests are rejected at once, with a time after which to try again. */
export class Readers {
  #busy = 0
  /**
   * Readers whose result is not requested yet. They count as well, but end when another reader needs their slot. Each
   * function ends one.
   */
  readonly #giving = new Set<() => void>()

  checkFree(): void {
    for (const giveWay of this.#giving) {
      if (this.#busy + this.#giving.size < atOnce) break
      this.#giving.delete(giveWay)
      giveWay()
    }
    if (this.#busy >= atOnce)
      throw new AppError('GENERIC_COMMAND_ERROR', 503, 'Other files are being read. Please try again in a moment.', {
        retryAfterS: 5,
      })
  }

  /** Counts a reader that ends when `giveWay` is called. The returned function reports that it has ended. */
  join(giveWay: () => void): () => void {
    this.#giving.add(giveWay)
    return () => void this.#giving.delete(giveWay)
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
