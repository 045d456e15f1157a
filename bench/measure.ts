/** Measuring functions: quantiles, the time of a call, and load with a fixed number of running calls. */

export interface Figure {
  name: string
  value: number
  unit: string
  goal: string
}

export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Milliseconds of one awaited call. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Keeps `width` calls running for `seconds`; returns calls per second and the milliseconds of each call. */
export async function load(
  work: () => Promise<unknown>,
  width: number,
  seconds: number,
): Promise<{ perSecond: number; ms: number[] }> {
  const ms: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (performance.now() < end) ms.push(await timed(work))
    }),
  )
  return { perSecond: ms.length / ((performance.now() - started) / 1000), ms }
}
