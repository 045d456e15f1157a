const MICROSECONDS_PER_MS = 1000

const spentMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / MICROSECONDS_PER_MS
}

/**
 * The longest time in milliseconds for which this thread was busy without handling other requests while the work ran.
 * It is processor time, so that other processes on the machine do not matter.
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
  return longest
}
