import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { Heartbeat } from './heartbeat.ts'
import { processState } from './processState.ts'

const INTERVAL_MS = 250

describe.runIf(process.platform === 'linux')('the heartbeat of a child', () => {
  /** The verdicts of all beats between two times. */
  const beats = (heart: Heartbeat, fromMs: number, toMs: number) => {
    const verdicts: string[] = []
    for (let now = fromMs; now <= toMs; now += INTERVAL_MS) verdicts.push(heart.beat(now, INTERVAL_MS))
    return verdicts
  }

  it('suspects a child after a second of silence, and trusts it again when it answers', () => {
    const heart = new Heartbeat(() => process.pid)
    expect(beats(heart, 0, 750)).toEqual(['ask', 'wait', 'wait', 'wait'])
    expect(heart.isSuspect).toBe(false)
    beats(heart, 1000, 1000)
    expect(heart.isSuspect).toBe(true)
    heart.heard()
    expect(heart.isSuspect).toBe(false)
    expect(heart.beat(1250, INTERVAL_MS)).toBe('ask')
  })

  it('ends a child that was stopped, but not one that computes', async () => {
    const stopped = spawn('sleep', ['60'])
    const computing = spawn(process.execPath, ['-e', "require('fs').writeSync(1, 'computing'); for (;;) {}"])
    try {
      await once(computing.stdout, 'data')
      await vi.waitFor(() => expect(processState(stopped.pid)?.isWaiting).toBe(true))
      expect(beats(new Heartbeat(() => stopped.pid), 0, 5000)).toContain('hung')
      expect(beats(new Heartbeat(() => computing.pid), 0, 5000)).not.toContain('hung')
    } finally {
      stopped.kill('SIGKILL')
      computing.kill('SIGKILL')
    }
  })

  it('does not count the time in which this process itself was blocked', () => {
    const heart = new Heartbeat(() => process.pid)
    expect(heart.beat(0, INTERVAL_MS)).toBe('ask')
    expect(heart.beat(9000, INTERVAL_MS)).toBe('ask')
    expect(heart.isSuspect).toBe(false)
  })
})
