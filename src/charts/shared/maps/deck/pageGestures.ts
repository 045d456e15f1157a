/**
 * The page must scroll when the pointer is over a map: the wheel scrolls the page unless Ctrl is held, and two fingers
 * move the map.
 */
export function leavePageGestures(element: HTMLElement, signal: AbortSignal): void {
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    },
    { capture: true, passive: true, signal },
  )
  element.addEventListener(
    'touchmove',
    (event) => {
      const [, second] = event.touches
      // otherwise the browser would also scroll with two fingers
      if (second) event.preventDefault()
    },
    { capture: true, passive: false, signal },
  )
}
