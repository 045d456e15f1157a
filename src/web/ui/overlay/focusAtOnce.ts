/**
 * For `initialFocus`: focuses a part of a panel as soon as it is rendered, not a frame later, so that the first keys
 * are not lost on a slow machine. If an element in the panel already has the focus, it keeps it. `true`: there is
 * nothing to focus, and the panel decides.
 */
export function focusAtOnce(panel: HTMLElement | null, part: HTMLElement | null | undefined): HTMLElement | boolean {
  if (panel?.contains(document.activeElement)) return false
  if (!part) return true
  // the panel is not positioned yet: scrolling to the part would move the page
  part.focus({ preventScroll: true })
  return document.activeElement === part ? false : part
}
