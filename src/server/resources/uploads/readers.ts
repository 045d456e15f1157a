import { AppError } from '../../../model/errors/errors.ts'

/** Readers at the same time; each may take a gigabyte and all cores. */
const atOnce = 2

/** At most so many at a time; more are sent away at once, and told when to come back. */
export class Readers {
  #busy = 0
  /** Readers whose work nobody asked for yet; they count as well, but end where their place is wanted. */
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

  /** Counts a reader that ends when `giveWay` is called; what is returned tells that it has ended. */
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
