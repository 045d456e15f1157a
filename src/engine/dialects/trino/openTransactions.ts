/**
 * A transaction runs further queries until this time after it was opened, so no query reads data that is older.
 */
const SHARED_MS = 500

export interface OpenTransaction {
  id: string
  /** Of performance.now(). */
  until: number
}

/**
 * Read-only transactions that have run a query to its end, and may run another one. To open a transaction takes a server
 * as long as a small query, which queries that follow each other closely do not wait for.
 */
export class OpenTransactions {
  private readonly free = new Map<OpenTransaction, NodeJS.Timeout>()
  private readonly close: (id: string) => void
  /** Of performance.now(): a transaction opened before it runs no further query. */
  private changedOn = Number.NEGATIVE_INFINITY

  /** `close`: ends a transaction that runs no further query. */
  constructor(close: (id: string) => void) {
    this.close = close
  }

  /** One in which no query runs. */
  take(): OpenTransaction | undefined {
    const now = performance.now()
    // those that are too old end by themselves
    const found = [...this.free.keys()].find(({ until }) => until > now)
    if (found) this.remove(found)
    return found
  }

  private remove(transaction: OpenTransaction): void {
    clearTimeout(this.free.get(transaction))
    this.free.delete(transaction)
  }

  opened(id: string): OpenTransaction {
    return { id, until: performance.now() + SHARED_MS }
  }

  /** Its query has ended. `isWhole`: not by an error or a stop, after which a transaction runs no other query. */
  ended(transaction: OpenTransaction, isWhole: boolean): void {
    const left = transaction.until - performance.now()
    const isOutdated = transaction.until - SHARED_MS <= this.changedOn
    if (!isWhole || left <= 0 || isOutdated) return this.close(transaction.id)
    const end = () => {
      this.free.delete(transaction)
      this.close(transaction.id)
    }
    this.free.set(transaction, setTimeout(end, left).unref())
  }

  /** After a change: the next query sees it. */
  closeFree(): void {
    this.changedOn = performance.now()
    for (const transaction of this.free.keys()) {
      this.remove(transaction)
      this.close(transaction.id)
    }
  }
}
