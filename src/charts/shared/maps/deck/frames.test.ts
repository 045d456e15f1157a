import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { placesIn, startViewport, type Viewport } from '../viewport.ts'
import { createFrames, type Shift, shiftOf } from './frames.ts'

const paris: [number, number] = [2.35, 48.86]
const view = { ...startViewport, longitude: 10, latitude: 50, zoom: 4 }

describe('a shifted picture', () => {
  const size = { width: 600, height: 400 }
  it.each<[string, Partial<Viewport>]>([
    ['moved', { longitude: 12, latitude: 48 }],
    ['enlarged', { zoom: 5.5 }],
    ['both', { longitude: -20, latitude: 60, zoom: 2 }],
  ])('has places at their positions on a map that was %s', (_name, more) => {
    const now = { ...view, ...more }
    const { x, y, scale } = shiftOf(view, now)!
    const [before, after] = [view, now].map((each) => placesIn(each, size)(paris))
    expect(size.width / 2 + (before![0] - size.width / 2) * scale + x).toBeCloseTo(after![0], 6)
    expect(size.height / 2 + (before![1] - size.height / 2) * scale + y).toBeCloseTo(after![1], 6)
  })
  it('moves in the direction of a rotated map', () => {
    const turned = { ...view, bearing: 90 }
    // east is at the top
    const { x, y } = shiftOf(turned, { ...turned, longitude: view.longitude + 1 })!
    expect(x).toBeCloseTo(0)
    expect(y).toBeCloseTo((512 * 2 ** 4) / 360)
  })
  it('is undefined if the map was rotated', () => expect(shiftOf(view, { ...view, bearing: 5 })).toBeUndefined())
})

describe('frames', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function started(frameMs: number) {
    let at = view
    const log: (string | Shift)[] = []
    const frames: ReturnType<typeof createFrames> = createFrames({
      draw: () => log.push('drawn'),
      whenDone: (done) => setTimeout(done, frameMs),
      view: () => at,
      shift: (shift) => shift && log.push(shift),
      rest: () => frames.render(),
      now: Date.now,
    })
    const move = (longitude: number) => {
      at = { ...at, longitude }
      frames.moved()
      frames.render()
    }
    frames.render()
    vi.advanceTimersByTime(frameMs + 1)
    return { frames, log, move }
  }

  it('are all drawn if each is fast', () => {
    const { log, move } = started(20)
    move(11)
    move(12)
    expect(log).toEqual(['drawn', 'drawn', 'drawn'])
  })

  it('that take long are shifted while the map moves, and drawn when it stops', () => {
    const { log, move } = started(800)
    move(11)
    vi.advanceTimersByTime(50)
    move(12)
    expect(log).toEqual(['drawn', shiftOf(view, { ...view, longitude: 11 }), shiftOf(view, { ...view, longitude: 12 })])
    vi.advanceTimersByTime(250)
    expect(log.slice(3)).toEqual(['drawn'])
  })

  it('are drawn at once if the map did not move', () => {
    const { frames, log } = started(800)
    frames.render()
    expect(log).toEqual(['drawn', 'drawn'])
  })

  it('that are still being drawn are not drawn again while the map moves', () => {
    const { log, move } = started(20)
    vi.setSystemTime(Date.now())
    move(11)
    vi.setSystemTime(Date.now() + 150)
    move(12)
    expect(log).toEqual(['drawn', 'drawn', shiftOf({ ...view, longitude: 11 }, { ...view, longitude: 12 })])
  })
})
