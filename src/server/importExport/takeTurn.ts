import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 10
let since = 0

/** Between the steps of long work: lets other requests in if none was let in for some milliseconds. */
export async function takeTurn(): Promise<void> {
  if (performance.now() - since < TURN_MS) return
  await nextTurn()
  since = performance.now()
}
