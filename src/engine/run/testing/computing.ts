import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'

/** Processor time that a query takes before a test is sure that it runs. */
const ENOUGH_MS = 100
/** Linux counts the time of processes in hundredths of a second. */
const TICK_MS = 10

function processorMs(pid: number): number {
  if (process.platform === 'linux') {
    // the name of the program is in parentheses and may contain spaces; user and system time are the 12th and 13th
    // field after it
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  }
  const shown = spawnSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return shown.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
}

/**
 * Waits until one of the children uses the processor: before its first row, nothing else shows that a query has
 * started. Children may start and end meanwhile.
 */
export async function untilComputing(pids: () => readonly number[]): Promise<void> {
  const before = new Map<number, number>()
  await vi.waitFor(
    () => {
      const spent = pids().map((pid) => {
        const now = existsSync(`/proc/${pid}`) || process.platform !== 'linux' ? processorMs(pid) : 0
        if (!before.has(pid)) before.set(pid, now)
        return now - (before.get(pid) ?? now)
      })
      expect(Math.max(...spent)).toBeGreaterThan(ENOUGH_MS)
    },
    { timeout: 40_000, interval: 10 },
  )
}
