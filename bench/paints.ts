/** When a page painted its charts and how long it was blocked, measured in the page itself. */
import type { Page } from 'playwright-core'

interface Watched {
  /** when a canvas was last painted or an element of a chart last changed, in ms since the page was requested */
  lastPaint: number
  /** the same time, only for charts that are in the window when this is read */
  lastPaintInWindow: number
  longestTask: number
}

/** Runs in the page before the page's own scripts. */
export function watchPaints(): void {
  const paints = new Map<Element, number>()
  const isInWindow = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top < innerHeight && bottom > 0
  }
  const watched: Watched = {
    lastPaint: 0,
    get lastPaintInWindow() {
      return Math.max(0, ...[...paints].flatMap(([tile, at]) => (isInWindow(tile) ? [at] : [])))
    },
    longestTask: 0,
  }
  Object.assign(window, { watched })
  const painted = (element: Element | null | undefined) => {
    watched.lastPaint = performance.now()
    const tile = element?.closest('[data-chart-id]')
    if (tile) paints.set(tile, watched.lastPaint)
  }
  const clear = CanvasRenderingContext2D.prototype.clearRect
  CanvasRenderingContext2D.prototype.clearRect = function cleared(...box) {
    painted(this.canvas instanceof Element ? this.canvas : undefined)
    clear.apply(this, box)
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longestTask = Math.max(watched.longestTask, duration)
  }).observe({ type: 'longtask' })
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver((changes) => {
      // tables and big numbers are elements, not canvases; the seconds counter of a loading chart does not count
      const isDrawn = (node: Node) =>
        node instanceof Element && (node.matches('[data-viz-type]') || node.querySelector('[data-viz-type]') !== null)
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        if (element?.closest('[data-viz-type]') || [...addedNodes].some(isDrawn)) painted(element)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true }),
  )
}

export const watchedIn = (page: Page): Promise<Watched> =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched)

/** Waits until at least this many tiles are drawn, none is loading, and nothing has been painted for a while. */
export const quiet = (page: Page, tiles: number) =>
  page.waitForFunction(
    (least) =>
      document.querySelectorAll('[data-chart-id] [data-viz-type]').length >= least &&
      !document.querySelector('[data-chart-id][aria-busy=true]') &&
      performance.now() - (window as unknown as { watched: Watched }).watched.lastPaint > 700,
    tiles,
  )
