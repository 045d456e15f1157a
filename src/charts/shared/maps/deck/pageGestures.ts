/** A page must scroll over a map: the wheel moves the page unless Ctrl is held, and two fingers move the map. */
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
      // otherwise the browser would scroll with two fingers too
      if (second) event.preventDefault()
    },
    { capture: true, passive: false, signal },
  )
}
