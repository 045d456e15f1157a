const EDGE_PX = 56
const SCROLL_STEP_PX = 14

/** Scrolls the page while a component is dragged near its top or bottom edge. Returns whether the page scrolled. */
export function scrollAtEdges(y: number): boolean {
  const scroller = document.querySelector('[data-edit-scroller]')
  if (!scroller) return false
  const { top, bottom } = scroller.getBoundingClientRect()
  const step = y < top + EDGE_PX ? -SCROLL_STEP_PX : y > bottom - EDGE_PX ? SCROLL_STEP_PX : 0
  if (step !== 0) scroller.scrollBy({ top: step })
  return step !== 0
}
