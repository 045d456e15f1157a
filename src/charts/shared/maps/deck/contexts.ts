/** A map that needs a context of WebGL to be drawn. */
export interface ContextUser {
  start: () => void
  /** whether the map was started and is not drawn yet */
  isStarting: () => boolean
  /** whether the map is drawn and not in use, so that a picture can take its place */
  canRest: () => boolean
  rest: () => void
}

export interface Contexts {
  /** The map is started after those that asked before it. A map that has a context is used from now on. */
  ask: (user: ContextUser) => void
  /** A map is drawn: the next one that waits is started. */
  serve: () => void
  leave: (user: ContextUser) => void
}

/**
 * Shares a number of contexts between the maps of a page: those that were not used for the longest time rest first. A few
 * start at a time, because the first frame is what costs the most time.
 */
export function createContexts(most: number, atOnce: number): Contexts {
  /** the one that was used last is the last */
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

/** Browsers take contexts away from the maps of a page beyond 16 of them, on phones beyond 8. */
export const contexts = createContexts(6, 2)
