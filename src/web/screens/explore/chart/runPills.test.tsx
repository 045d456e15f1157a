import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { showWithServer } from '../../../testing/showWithServer.tsx'
import { type Explore, ExploreProvider, RunProvider } from '../state/exploreContext.ts'
import type { Run } from '../state/useRun.ts'
import { RunPills } from './RunPills.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 100_000 }))
afterEach(() => void vi.useRealTimers())

const explore = { dataset: { id: 3 }, update: () => undefined } as unknown as Explore
const loading: Run = { phase: 'loading', startedAt: 98_500, endedAt: 0 }
const useCurrent = create<Run>(() => loading)
const next = (run: Run) => act(() => useCurrent.setState(run))
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

const Pills = () => (
  <ExploreProvider value={explore}>
    <RunProvider value={{ run: useCurrent(), start: () => undefined, stop: () => undefined }}>
      <RunPills />
    </RunProvider>
  </ExploreProvider>
)

const timer = () => screen.getByRole('timer', { name: 'Elapsed time' }).textContent

it('the timer counts a run from its start to its end, and the next one from zero', () => {
  showWithServer(<Pills />)
  expect(timer()).toBe('00:00:01.500')
  wait(2000)
  expect(timer()).toBe('00:00:03.500')
  next({ ...loading, phase: 'done', endedAt: 98_500 + 3_723_042 })
  expect(timer()).toBe('01:02:03.042')
  wait(2000)
  expect(timer()).toBe('01:02:03.042')
  next({ ...loading, startedAt: Date.now() })
  wait(50)
  expect(timer()).toBe('00:00:00.050')
})
