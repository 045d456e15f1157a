/** The processor's time that work takes, not the clock's: other work on the machine does not count. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}
