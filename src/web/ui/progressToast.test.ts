import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withProgressToast } from './progressToast.ts'
import { useToasts } from './toast.ts'

const shown = () => useToasts.getState().toasts.map(({ text }) => text)

/** Work that ends when it is told to. */
function work() {
  let [finish, fail]: [(value: string) => void, (why: Error) => void] = [() => undefined, () => undefined]
  const promise = new Promise<string>((done, failed) => {
    finish = done
    fail = failed
  })
  return { promise, finish, fail }
}

describe('a toast about work that is going on', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    useToasts.setState({ toasts: [] })
  })
  afterEach(() => {
    vi.useRealTimers()
    useToasts.setState({ toasts: [] })
  })

  it('appears after a moment and disappears with the end of the work', async () => {
    const { promise, finish } = work()
    const waiting = withProgressToast('Preparing', () => promise)
    expect(shown()).toEqual([])
    vi.advanceTimersByTime(30_000)
    expect(shown()).toEqual(['Preparing'])
    finish('file')
    expect(await waiting).toBe('file')
    expect(shown()).toEqual([])
  })
  it('disappears if the work fails', async () => {
    const { promise, fail } = work()
    const waiting = withProgressToast('Preparing', () => promise)
    vi.advanceTimersByTime(1000)
    fail(new Error('no'))
    await expect(waiting).rejects.toThrow('no')
    expect(shown()).toEqual([])
  })
  it('does not appear for work that ends at once', async () => {
    await withProgressToast('Preparing', async () => undefined)
    vi.advanceTimersByTime(1000)
    expect(shown()).toEqual([])
  })
})
