/** A map that needs a WebGL context to be drawn. */
export interface ContextUser {
  start: () => void
  /** whether the map was started and is not drawn yet */
  isStarting: () => boolean
  /** whether the map is drawn and not in use, so that a picture can replace it */
  canRest: () => boolean
  rest: () => void
}

export interface Contexts {
  /**
   * Starts the map after those that requested a context earlier. A map that already has a context counts as used now.
   */
  ask: (user: ContextUser) => void
  /** Called when a map is drawn: starts the next one that waits. */
  serve: () => void
  leave: (user: ContextUser) => void
}

/**
 * Shares a limited number of contexts among the maps of a page: the map that was not used for the longest time is
 * suspended first. Only a few maps start at a time, because the first frame takes the most time.
 */
export function createContexts(most: number, atOnce: number): Contexts {
  /** the most recently used map is the last one */
  const drawing: ContextUser[] = []
  const waiting: ContextUser[] = []
  function serve() {
    while (waiting.length > 0) {
      if (drawing.filter((user) => user.isStarting()).length >= atOnce) return
      if (drawing.length >= most) {
        const resting = drawing.findIndex((user) => user.canRest())
        if (resting < 0) return
        drawing.splice(resting, 1)[0]?.rest()
      }
      const [next] = waiting.splice(0, 1)
      if (!next) return
      drawing.push(next)
      next.start()
    }
  }
  return {
    ask(user) {
      if (remove(drawing, user)) drawing.push(user)
      else if (!waiting.includes(user)) waiting.push(user)
      serve()
    },
    serve,
    leave(user) {
      remove(drawing, user)
      remove(waiting, user)
      serve()
    },
  }
}

function remove(users: ContextUser[], user: ContextUser): boolean {
  const at = users.indexOf(user)
  if (at >= 0) users.splice(at, 1)
  return at >= 0
}

/** Browsers remove contexts from a page with more than 16 of them, on phones with more than 8. */
export const contexts = createContexts(6, 2)
