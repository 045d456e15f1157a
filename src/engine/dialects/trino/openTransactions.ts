/**
 * How long after its first query began a transaction runs further queries, in ms. No query reads older data than that:
 * a connector makes its snapshot when a query first uses it, not when the transaction is opened.
 */
const SHARED_MS = 500
/** How long a spare transaction stays open. A server ends a transaction in which no query began for five minutes. */
const SPARE_MS = 60_000

export interface OpenTransaction {
  id: string
  /** A time of `performance.now()`. */
  until: number
}

interface Spare {
  id: string
  end: NodeJS.Timeout
}

/**
 * Read-only transactions that run the next queries: those that have run a query to its end, and a spare one in which
 * none has run. Opening a transaction takes a server as long as a small query. Only the first query and simultaneous
 * queries wait for it.
 */
export class OpenTransactions {
  private readonly free = new Map<OpenTransaction, NodeJS.Timeout>()
  private spare: Spare | 'opening' | undefined
  private readonly open: () => Promise<string>
  private readonly close: (id: string) => void
  /**
   * When the data last changed (`performance.now()`): a transaction whose first query began earlier runs no other
   * query.
   */
  private changedOn = Number.NEGATIVE_INFINITY

  /** `close`: ends a transaction that runs no further query. */
  constructor(open: () => Promise<string>, close: (id: string) => void) {
    this.open = open
    this.close = close
  }

  /** Takes a transaction in which no query runs, if there is one. */
  take(): OpenTransaction | undefined {
    const now = performance.now()
    // older transactions are ended by their timers
    const found = [...this.free.keys()].find(({ until }) => until > now)
    if (found) this.remove(found)
    return found ?? this.takeSpare()
  }

  private takeSpare(): OpenTransaction | undefined {
    if (!this.spare || this.spare === 'opening') return undefined
    const { id, end } = this.spare
    clearTimeout(end)
    this.spare = undefined
    return this.opened(id)
  }

  private async openSpare(): Promise<void> {
    if (this.spare) return
    this.spare = 'opening'
    try {
      const id = await this.open()
      const end = () => {
        this.spare = undefined
        this.close(id)
      }
      this.spare = { id, end: setTimeout(end, SPARE_MS).unref() }
    } catch {
      // the next query opens one, and fails for the same reason
      this.spare = undefined
    }
  }

  private remove(transaction: OpenTransaction): void {
    clearTimeout(this.free.get(transaction))
    this.free.delete(transaction)
  }

  /** A transaction whose first query begins now. */
  opened(id: string): OpenTransaction {
    return { id, until: performance.now() + SHARED_MS }
  }

  /** Called when a query has ended. Without `isWhole` (an error or a stop), its transaction runs no other query. */
  ended(transaction: OpenTransaction, isWhole: boolean): void {
    void this.openSpare()
    const left = transaction.until - performance.now()
    const isOutdated = transaction.until - SHARED_MS <= this.changedOn
    if (!isWhole || left <= 0 || isOutdated) return this.close(transaction.id)
    const end = () => {
      this.free.delete(transaction)
      this.close(transaction.id)
    }
    this.free.set(transaction, setTimeout(end, left).unref())
  }

  /** Called after a change of the data: closes idle transactions, so that the next query sees the change. */
  closeFree(): void {
    this.changedOn = performance.now()
    for (const transaction of this.free.keys()) {
      this.remove(transaction)
      this.close(transaction.id)
    }
  }
}
