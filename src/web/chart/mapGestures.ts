import type { ECharts } from 'echarts/core'

/**
 * A page must scroll over a map: the wheel moves the page unless Ctrl is held, and so does one finger. Two fingers move
 * the map; ECharts itself enlarges it when they move apart.
 */
export function listenToGestures(
  element: HTMLElement,
  chart: Pick<ECharts, 'dispatchAction'>,
  signal: AbortSignal,
): void {
  const options = { capture: true, passive: true, signal }
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    },
    options,
  )
  let last: Point | undefined
  element.addEventListener('touchstart', ({ touches }) => (last = middleOf(touches)), options)
  element.addEventListener(
    'touchmove',
    (event) => {
      // a tap still arrives: it has no move
      const middle = middleOf(event.touches)
      if (!middle) return event.stopPropagation()
      if (last) chart.dispatchAction({ type: 'geoRoam', componentType: 'geo', geoIndex: 0, ...between(last, middle) })
      last = middle
      return undefined
    },
    options,
  )
  // the browser scrolls with one finger, and leaves two to the map
  element.style.touchAction = 'pan-x pan-y'
  signal.addEventListener('abort', () => element.style.removeProperty('touch-action'))
}

interface Point {
  x: number
  y: number
}

/** The middle between two fingers; undefined for one. */
function middleOf([one, other]: TouchList): Point | undefined {
  if (!one || !other) return undefined
  return { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
}

const between = (from: Point, to: Point) => ({ dx: to.x - from.x, dy: to.y - from.y })
