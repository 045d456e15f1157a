/** The id of a user; undefined: all visitors without an account. */
type Owner = number | undefined

/** Waiting items of several owners. */
export interface Turns<T> {
  readonly size: number
  /** How many items of this owner wait. */
  sizeOf(owner: Owner): number
  push(owner: Owner, item: T): void
  /** The oldest item of the owner whose last turn is longest ago. */
  shift(): T | undefined
  /** Removes an item that nobody waits for any more. */
  remove(owner: Owner, item: T): void
  /** Removes and returns all items. */
  clear(): T[]
}

/** A queue in which owners take turns: an owner with hundreds of items does not delay an owner with one. */
export function createTurns<T>(): Turns<T> {
  /** In the order of the turns. Owners without items are not in it. */
  const byOwner = new Map<Owner, T[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    sizeOf: (owner) => byOwner.get(owner)?.length ?? 0,
    push(owner, item) {
      const own = byOwner.get(owner)
      if (own) own.push(item)
      else byOwner.set(owner, [item])
      size += 1
    },
    shift() {
      const [first] = byOwner
      if (!first) return undefined
      const [owner, own] = first
      const item = own.shift()
      byOwner.delete(owner)
      if (own.length > 0) byOwner.set(owner, own)
      size -= 1
      return item
    },
    remove(owner, item) {
      const own = byOwner.get(owner)
      const at = own?.indexOf(item) ?? -1
      if (!own || at < 0) return
      own.splice(at, 1)
      size -= 1
      if (own.length === 0) byOwner.delete(owner)
    },
    clear() {
      const all = [...byOwner.values()].flat()
      byOwner.clear()
      size = 0
      return all
    },
  }
}
