import { describe, expect, it } from 'vitest'
import { residentBytes } from './residentMemory.ts'

describe.runIf(process.platform === 'linux')('the resident memory of a process', () => {
  it('is what the process itself measures', () => {
    const own = process.memoryUsage.rss()
    expect(Math.abs((residentBytes(process.pid) ?? 0) - own)).toBeLessThan(own * 0.1)
  })

  it('is unknown for a process that has ended', () => {
    // above the highest process id of Linux
    expect(residentBytes(2 ** 22 + 1)).toBeUndefined()
    expect(residentBytes(undefined)).toBeUndefined()
  })
})
