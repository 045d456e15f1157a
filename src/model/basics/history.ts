/** Undo and redo for any document whose value is replaced as a whole. Pure; values are compared by identity. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** steps were dropped because the limit was reached */
  exceeded: boolean
}

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], exceeded: false })

/** Sets a new present and drops undone steps. `limit` is the maximum number of steps that can be undone. */
export function advance<T>(history: History<T>, present: T, limit: number): History<T> {
  if (Object.is(present, history.present)) return history
  const past = [...history.past, history.present]
  const exceeded = past.length > limit
  return {
    past: exceeded ? past.slice(past.length - limit) : past,
    present,
    future: [],
    exceeded: history.exceeded || exceeded,
  }
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1)
  if (previous === undefined) return history
  return {
    ...history,
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
  }
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  return next === undefined ? history : { ...history, past: [...history.past, history.present], present: next, future }
}
