// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listenToGestures } from './mapGestures.ts'

const seen: string[] = []
const chart = { dispatchAction: vi.fn() }
let canvas: HTMLElement
let listening: AbortController

beforeEach(() => {
  const host = document.createElement('div')
  canvas = document.createElement('canvas')
  host.append(canvas)
  seen.length = 0
  chart.dispatchAction.mockClear()
  for (const type of ['wheel', 'touchstart', 'touchmove', 'touchend'])
    canvas.addEventListener(type, () => seen.push(type))
  listening = new AbortController()
  listenToGestures(host, chart, listening.signal)
})

function touch(type: string, ...points: [x: number, y: number][]): void {
  const event = new Event(type, { bubbles: true, cancelable: true })
  const touches = points.map(([clientX, clientY]) => ({ clientX, clientY }))
  canvas.dispatchEvent(Object.assign(event, { touches }))
}

describe('one finger', () => {
  it('scrolls the page: the map does not move, but gets taps', () => {
    touch('touchstart', [10, 10])
    touch('touchmove', [10, 40])
    touch('touchend')
    expect(seen).toEqual(['touchstart', 'touchend'])
    expect(chart.dispatchAction).not.toHaveBeenCalled()
  })
})

describe('two fingers', () => {
  it('move the map as their center moves', () => {
    touch('touchstart', [10, 10], [30, 10])
    touch('touchmove', [15, 20], [35, 20])
    touch('touchmove', [15, 20], [45, 20])
    const moves = chart.dispatchAction.mock.calls.map(([{ type, dx, dy }]) => [type, dx, dy] as unknown)
    expect(moves).toEqual([
      ['geoRoam', 5, 10],
      ['geoRoam', 5, 0],
    ])
    expect(seen).toEqual(['touchstart', 'touchmove', 'touchmove'])
  })
  it('start again after one of them was lifted', () => {
    touch('touchstart', [10, 10], [30, 10])
    touch('touchmove', [10, 90])
    touch('touchstart', [100, 100], [120, 100])
    touch('touchmove', [101, 100], [121, 100])
    expect(chart.dispatchAction.mock.calls).toEqual([[expect.objectContaining({ dx: 1, dy: 0 })]])
  })
})

describe('the wheel', () => {
  const wheel = (ctrlKey: boolean) => {
    const event = new Event('wheel', { bubbles: true })
    canvas.dispatchEvent(Object.assign(event, { ctrlKey, metaKey: false }))
  }
  it('zooms the map only with Ctrl', () => {
    wheel(false)
    expect(seen).toEqual([])
    wheel(true)
    expect(seen).toEqual(['wheel'])
  })
  it('scrolls normally when the chart is removed', () => {
    listening.abort()
    wheel(false)
    expect(seen).toEqual(['wheel'])
  })
})
