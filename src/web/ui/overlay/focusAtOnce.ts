/**
 * For `initialFocus`: gives a part of a panel the focus as soon as the panel stands, not a frame later, so that the first
 * keys are not lost on a slow machine. What has taken the focus in the panel by itself keeps it. `true`: there is nothing
 * to give it to, and the panel decides.
 */
export function focusAtOnce(panel: HTMLElement | null, part: HTMLElement | null | undefined): HTMLElement | boolean {
  if (panel?.contains(document.activeElement)) return false
  if (!part) return true
  // it is not in its place yet
  part.focus({ preventScroll: true })
  return document.activeElement === part ? false : part
}
