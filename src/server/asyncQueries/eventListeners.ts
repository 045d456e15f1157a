interface EventListeners {
  tell(channel: string): void
  /** Returns the function that removes the listener. */
  listen(channel: string, onEvent: () => void): () => void
}

/** The listeners of this node, by channel. */
export function createEventListeners(): EventListeners {
  const listeners = new Map<string, Set<() => void>>()
  return {
    tell(channel) {
      for (const onEvent of listeners.get(channel) ?? []) onEvent()
    },
    listen(channel, onEvent) {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(onEvent))
      return () => {
        known.delete(onEvent)
        if (known.size === 0 && listeners.get(channel) === known) listeners.delete(channel)
      }
    },
  }
}
