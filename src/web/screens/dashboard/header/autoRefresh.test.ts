import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import type { Session } from '../state/session.ts'

// browser modules access the page when they load
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
vi.stubGlobal('localStorage', { getItem: () => null })
const { autoRefresh, stepBetween } = await import('./autoRefresh.ts')

it.each([
  // 20 % of the interval, if that is more than the stagger time
  [{ stagger_refresh: true, stagger_time: 5000 }, 60_000, 5, 3000],
  // at least the stagger time
  [{ stagger_refresh: true, stagger_time: 5000 }, 10_000, 5, 1250],
  [{ stagger_refresh: true, stagger_time: 20_000 }, 10_000, 5, 5000],
  [{ stagger_refresh: true, stagger_time: 5000 }, 10_000, 1, 0],
  [{ stagger_refresh: false, stagger_time: 5000 }, 10_000, 5, 0],
])('spreads charts with %j every %d ms: %d charts, %d ms apart', (stagger, intervalMs, charts, step) => {
  expect(stepBetween(stagger, intervalMs, charts)).toBe(step)
})

describe('the refresh of a page', () => {
  const layout = parseLayout({
    ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', children: ['R'] },
    R: { type: 'ROW', children: ['C1', 'C2', 'C3'] },
    C1: { type: 'CHART', meta: { chartId: 1 } },
    C2: { type: 'CHART', meta: { chartId: 2 } },
    C3: { type: 'CHART', meta: { chartId: 3 } },
  })
  const stored = { timed_refresh_immune_slices: [2] }
  let metadata = parseMetadata(stored)
  let refreshed: number[]
  let isHidden: boolean
  let page: AbortController

  beforeEach(() => {
    vi.useFakeTimers()
    refreshed = []
    isHidden = false
    metadata = parseMetadata(stored)
    const shownPage = new EventTarget()
    Object.defineProperty(shownPage, 'hidden', { get: () => isHidden })
    vi.stubGlobal('document', shownPage)
    page = new AbortController()
    const session = {
      store: { getState: () => ({ layout, metadata }) },
      loader: { refresh: (ids: number[]) => refreshed.push(...ids) },
    } as unknown as Session
    autoRefresh(session, 60, (text) => String(text.defaultMessage), page.signal)
  })

  afterEach(() => {
    page.abort()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('reloads one chart after the other, without exempt ones', () => {
    vi.advanceTimersByTime(60_000)
    expect(refreshed).toEqual([])
    vi.advanceTimersByTime(1)
    expect(refreshed).toEqual([1])
    vi.advanceTimersByTime(12_000)
    expect(refreshed).toEqual([1, 3])
  })

  it('reloads every chart if the refresh takes longer than an interval', () => {
    metadata = parseMetadata({ ...stored, stagger_time: 90_000 })
    vi.advanceTimersByTime(60_001)
    expect(refreshed).toEqual([1])
    vi.advanceTimersByTime(90_000)
    expect(refreshed).toEqual([1, 3])
    vi.advanceTimersByTime(60_000)
    expect(refreshed).toEqual([1, 3, 1])
  })

  it('pauses while the page is hidden, and catches up when it is shown', () => {
    isHidden = true
    vi.advanceTimersByTime(180_000)
    expect(refreshed).toEqual([])
    isHidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(1)
    expect(refreshed).toEqual([1])
  })

  it('does not reload when it is shown before an interval has passed', () => {
    isHidden = true
    document.dispatchEvent(new Event('visibilitychange'))
    isHidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(1000)
    expect(refreshed).toEqual([])
  })

  it('ends when the page is left', () => {
    page.abort()
    vi.advanceTimersByTime(300_000)
    expect(refreshed).toEqual([])
  })
})
