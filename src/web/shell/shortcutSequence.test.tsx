import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../ui/testing/show.tsx'
import { startShortcuts, useShortcut } from './shortcuts.ts'

let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  delete window.earlyKeys
})

function Page({ run }: { run: () => void }) {
  useShortcut({ keys: 'g h', label: 'Home', group: 'Pages', run })
  return null
}

/** Presses a key; a busy page handles it later than `atMs`. */
function press(key: string, atMs: number) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true })
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  document.body.dispatchEvent(event)
}

it.each([
  [800, 1],
  [901, 0],
])('the second key of a sequence is accepted up to 0.9 s after the first: %i ms', (ms, runs) => {
  const run = vi.fn()
  show(<Page run={run} />)
  stop = startShortcuts()
  press('g', 5000)
  press('h', 5000 + ms)
  expect(run).toHaveBeenCalledTimes(runs)
})

it('a page that was busy in between still recognizes keys that were pressed quickly', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  show(<Page run={run} />)
  stop = startShortcuts()
  press('g', 5000)
  vi.advanceTimersByTime(3000)
  press('h', 5100)
  vi.useRealTimers()
  expect(run).toHaveBeenCalledOnce()
})
