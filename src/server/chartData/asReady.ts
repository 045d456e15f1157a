/**
 * Runs `work` for each item, started in the given order and at most `concurrency` at a time, and yields each result as
 * soon as it is ready. A slow consumer slows down the work. Ending the iteration early calls `stop`.
 */
export async function* asReady<Item, Outcome>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Outcome>,
  stop: () => void,
): AsyncGenerator<Outcome> {
  const running = new Map<number, Promise<{ index: number; outcome: Outcome }>>()
  let next = 0
  try {
    while (next < items.length || running.size > 0) {
      while (running.size < concurrency && next < items.length) {
        const index = next++
        running.set(
          index,
          work(items[index] as Item).then((outcome) => ({ index, outcome })),
        )
      }
      const { index, outcome } = await Promise.race(running.values())
      running.delete(index)
      yield outcome
    }
  } finally {
    if (running.size > 0 || next < items.length) stop()
  }
}
