/** The CPU time of a function, not the clock time: other processes on the machine do not count. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}
