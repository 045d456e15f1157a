import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 10
let since = 0

/** Yields to other requests between the steps of long work, if it has not yielded for some milliseconds. */
export async function takeTurn(): Promise<void> {
  if (performance.now() - since < TURN_MS) return
  await nextTurn()
  since = performance.now()
}
