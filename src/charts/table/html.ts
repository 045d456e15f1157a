import DOMPurify from 'dompurify'
import { safeStyle } from './safeStyle.ts'

/** What saved tables use to dress their cells; everything that runs, loads forms or frames stays out. */
const allowedTags = [
  'a',
  'abbr',
  'b',
  'br',
  'code',
  'del',
  'div',
  'em',
  'hr',
  'i',
  'img',
  'ins',
  'li',
  'mark',
  'ol',
  'p',
  'pre',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'ul',
]
const allowedAttributes = ['alt', 'class', 'height', 'href', 'src', 'style', 'target', 'title', 'width']

const purify = DOMPurify(window)
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer')
})
// a style may colour and align, not lay itself over the page or load anything
purify.addHook('uponSanitizeAttribute', (_node, attribute) => {
  if (attribute.attrName !== 'style') return
  attribute.attrValue = safeStyle(attribute.attrValue)
})

/** Markup from data -> markup that is safe to insert. */
export function sanitizeHtml(html: string): string {
  return purify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?!\/)|#)/i,
  })
}
