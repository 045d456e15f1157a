/** The background color of an element: that of its closest ancestor that has one. */
export function groundOf(element: Element): string {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const color = getComputedStyle(each).backgroundColor
    if (color !== 'rgba(0, 0, 0, 0)' && color !== 'transparent') return color
  }
  return '#ffffff'
}
