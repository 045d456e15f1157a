import { readFileSync } from 'node:fs'

/**
 * Resident memory of a process in bytes, where it is cheap to read (Linux). Undefined on other systems, where only the
 * engine's own limit applies. Read in kB, because page sizes differ between machines.
 */
export function residentBytes(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}
