/** An element of a drawing. Attributes have their React names: `textAnchor`. */
export interface SvgNode {
  tag: string
  attributes: Record<string, string | number | undefined>
  children: SvgChild[]
}

export type SvgChild = SvgNode | string | null | false | SvgChild[]

/**
 * Creates an element of a drawing. Browsers show it as React elements, and reports as a picture. Pure: the result is
 * the same in both.
 */
export const h = (tag: string, attributes: SvgNode['attributes'] = {}, ...children: SvgChild[]): SvgNode => ({
  tag,
  attributes,
  children,
})

/** The drawing as the text of an SVG file. */
export function markupOf(child: SvgChild): string {
  if (child === null || child === false) return ''
  if (typeof child === 'string') return escaped(child)
  if (Array.isArray(child)) return child.map(markupOf).join('')
  const attributes = Object.entries(child.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${nameOf(name)}="${escaped(String(value))}"`)
    .join('')
  return `<${child.tag}${attributes}>${child.children.map(markupOf).join('')}</${child.tag}>`
}

const nameOf = (name: string) =>
  name === 'viewBox' || name === 'preserveAspectRatio'
    ? name
    : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Removes characters that XML does not allow: they would make the whole picture unreadable. */
const escaped = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
