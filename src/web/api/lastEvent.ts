/** Key in the browser's storage for a channel and the id of its last event. */
export const LAST_EVENT_KEY = 'last_async_event'

const placeOf = (id: string) => id.split('-').map(Number) as [number, number?]

function isLater(id: string, than: string | undefined): boolean {
  if (than === undefined) return true
  const [ms, seq = 0] = placeOf(id)
  const [lastMs, lastSeq = 0] = placeOf(than)
  return ms > lastMs || (ms === lastMs && seq > lastSeq)
}

interface LastEvent {
  id(): string | undefined
  /** Switches to a channel, and reads its last event from the storage. */
  read(channel: string): void
  /** Stores an event if it is later than the last one. */
  set(id: string): void
}

/** The last event that a page of this browser has received. The storage may be disabled, or full. */
export function createLastEvent(storage: Pick<Storage, 'getItem' | 'setItem'>): LastEvent {
  let channel: string | undefined
  let lastId: string | undefined

  function stored(of: string): string | undefined {
    try {
      const [stored, id] = (storage.getItem(LAST_EVENT_KEY) ?? '').split(' ')
      return stored === of && id ? id : undefined
    } catch {
      return undefined
    }
  }

  return {
    id: () => lastId,
    read(next) {
      if (channel === next) return
      channel = next
      lastId = stored(next)
    },
    set(id) {
      if (!isLater(id, lastId)) return
      lastId = id
      try {
        storage.setItem(LAST_EVENT_KEY, `${channel} ${id}`)
      } catch {
        // other pages then read more events than necessary
      }
    },
  }
}
