const MICROSECONDS_PER_MS = 1000

const spentMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / MICROSECONDS_PER_MS
}

/** Stretches below this time are fine on every machine. */
const SHORT_MS = 20

/** A program that a web process often runs, and its processor time on the machine of the goals. */
const YARDSTICK = JSON.stringify(
  Array.from({ length: 5000 }, (_, id) => ({ id, name: `name ${id}`, tags: ['a', 'b'] })),
)
const YARDSTICK_MS = 2.5
const ATTEMPTS = 9

/** How many times slower the processor is at the moment; 1 if it is not. */
function slowness(): number {
  const taken = Array.from({ length: ATTEMPTS }, () => {
    const before = spentMs()
    JSON.parse(YARDSTICK)
    return spentMs() - before
  })
  const median = taken.toSorted((a, b) => a - b)[Math.floor(ATTEMPTS / 2)] ?? 0
  return Math.max(1, median / YARDSTICK_MS)
}

/**
 * The longest time in milliseconds for which this thread was busy without handling other requests while the work ran.
 * It is processor time, so that other processes on the machine do not matter, and on a slow processor it is converted
 * to that of the machine of the goals.
 */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = spentMs()
  let isOver = false
  const look = () => {
    const now = spentMs()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  await new Promise((done) => setImmediate(done))
  return longest < SHORT_MS ? longest : longest / slowness()
}
