import type { ECharts } from 'echarts/core'

/**
 * The page must scroll when the pointer is over a map: the wheel scrolls the page unless Ctrl is held, and so does one
 * finger. Two fingers move the map; ECharts itself zooms it when they move apart.
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
      // a tap still reaches the map, because the finger does not move
      const middle = middleOf(event.touches)
      if (!middle) return event.stopPropagation()
      if (last) chart.dispatchAction({ type: 'geoRoam', componentType: 'geo', geoIndex: 0, ...between(last, middle) })
      last = middle
      return undefined
    },
    options,
  )
  // the browser scrolls with one finger, and leaves two fingers to the map
  element.style.touchAction = 'pan-x pan-y'
  signal.addEventListener('abort', () => element.style.removeProperty('touch-action'))
}

interface Point {
  x: number
  y: number
}

/** The point between two fingers; undefined if there is only one. */
function middleOf([one, other]: TouchList): Point | undefined {
  if (!one || !other) return undefined
  return { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
}

const between = (from: Point, to: Point) => ({ dx: to.x - from.x, dy: to.y - from.y })
