import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 10
let since = 0

/** Lets other requests run between the steps of long work, unless it did so less than `TURN_MS` ago. */
export async function takeTurn(): Promise<void> {
  if (performance.now() - since < TURN_MS) return
  await nextTurn()
  since = performance.now()
}
