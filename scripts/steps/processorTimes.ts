import { cpus } from 'node:os'

/** Milliseconds of all processors since the system started. */
export interface ProcessorTimes {
  idle: number
  total: number
}

export function processorTimes(): ProcessorTimes {
  const times = cpus().map((processor) => processor.times)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return { idle: sum(times.map(({ idle }) => idle)), total: sum(times.map((each) => sum(Object.values(each)))) }
}

/** The share of the time between two readings in which the processors were busy, for this or any other program. */
export function busyPercent(before: ProcessorTimes, after: ProcessorTimes): number {
  const total = after.total - before.total
  return total > 0 ? Math.round(100 * (1 - (after.idle - before.idle) / total)) : 0
}
