import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize'
import { mayShowImage } from './imageSource.ts'
import { pageTags } from './pageTags.ts'
import css from './SafeHtml.module.css'
import { safeStyle } from './safeStyle.ts'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('safeHtml', { refused: 'Markup that is not allowed' })

/**
 * Tags that saved tables use to format their cells; everything that runs scripts or loads forms or frames is removed.
 */
const cell: Schema = {
  tagNames: 'a abbr b br code del div em hr i img ins li mark ol p pre s small span strong sub sup u ul'.split(' '),
  attributes: {
    '*': ['className', 'height', 'style', 'title', 'width'],
    a: ['href'],
    img: ['alt', 'src'],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['https', 'data'] },
  strip: ['script', 'style'],
}

/**
 * The allow-list for a document, such as the output of a template: everything that dashboard texts may contain, and
 * classes for its styles.
 */
const page: Schema = {
  ...defaultSchema,
  tagNames: [...pageTags.filter((tag) => !['picture', 'source', 'input'].includes(tag)), 'small'],
  attributes: {
    '*': ['align', 'className', 'dir', 'height', 'id', 'lang', 'style', 'title', 'width'],
    a: ['href'],
    details: ['open'],
    img: ['alt', 'src'],
    ol: ['start'],
    td: ['colSpan', 'rowSpan'],
    th: ['colSpan', 'rowSpan', 'scope'],
  },
  protocols: cell.protocols,
  strip: cell.strip,
}

const schemas = { cell, page }

interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** Maximum depth of elements. Deeper elements are removed: browsers would take long to render them, or fail. */
const mostNested = 200

/** Maximum number of elements that are open at once: more would exhaust the stack of the parser. */
const mostOpen = 1000
const formatTags = /<(\/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?:\s[^<>]*)?>/gi
/** The tags of all elements that are closed only by their own end tag. */
const nestedTags = /<(\/?)(?!(?:br|col|dd|dt|hr|img|input|li|p|td|th|tr|wbr)\b)[a-z][^<>]*>/gi

/**
 * The HTML without tags that the parser cannot handle. If too many tags that format text are open at once, all of them
 * are removed: the parser compares each new one with all open ones, which can take seconds. If too many tags of any
 * kind are still open at once, all tags are removed.
 */
function readable(html: string): string {
  const plain = opens(html, formatTags, mostNested) ? html.replaceAll(formatTags, '') : html
  return opens(plain, nestedTags, mostOpen) ? plain.replaceAll(/<[^<>]*>/g, '') : plain
}

/** Whether more than `most` of these tags are open at once. */
function opens(html: string, tags: RegExp, most: number): boolean {
  let open = 0
  for (const [, slash] of html.matchAll(tags)) {
    open = slash === '/' ? Math.max(0, open - 1) : open + 1
    if (open > most) return true
  }
  return false
}

/** Parses the text into elements, which replace the nodes that Markdown created from it. */
const asMarkup = (html: string) => () => (): Node => ({
  type: 'root',
  children: [{ type: 'raw', value: readable(html) }],
})

/** Removes the elements below the allowed depth; their text is lost with them. */
const shallow =
  (depth = 0) =>
  (tree: Node) => {
    if (!tree.children) return
    if (depth === mostNested) tree.children = tree.children.filter(({ type }) => type === 'text')
    for (const child of tree.children) shallow(depth + 1)(child)
  }

/** Styles may set colors and alignment, but not cover the page or load anything. */
const tameStyles = () => (tree: Node) => {
  const { properties, children = [] } = tree
  if (typeof properties?.['style'] === 'string') properties['style'] = safeStyle(properties['style'])
  for (const child of children) tameStyles()(child)
}

/** Whether any of the elements is visible: a text, an image, or a styled box. */
function isSeen({ type, tagName, value = '', properties = {}, children = [] }: Node): boolean {
  if (type === 'text') return value.trim() !== ''
  if (tagName === 'img') return Boolean(properties['alt']) || mayShowImage(String(properties['src'] ?? ''))
  return tagName === 'hr' || Boolean(properties['style'] ?? properties['className']) || children.some(isSeen)
}

/** Whether the tree has an image, or elements other than those that are allowed. */
const hasMore = ({ tagName, children = [] }: Node, allowed: Schema): boolean =>
  tagName === 'img' ||
  (tagName !== undefined && !allowed.tagNames?.includes(tagName)) ||
  children.some((child) => hasMore(child, allowed))

/** The sanitized tree; if nothing visible remains, the text `instead`. */
const sanitized = (schema: Schema, instead: string, title: string) => () => (tree: Node) => {
  const clean = rehypeSanitize(schema)(tree as Parameters<ReturnType<typeof rehypeSanitize>>[0]) as Node
  if (isSeen(clean) || !hasMore(tree, schema)) return clean
  const text = { type: 'text', value: instead }
  const properties = { className: [css.refused], title }
  return { type: 'root', children: [{ type: 'element', tagName: 'em', properties, children: [text] }] }
}

const components: Components = {
  a: ({ node: _node, href, children, ...props }) => (
    <a {...props} href={href?.startsWith('//') ? undefined : href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  img: ({ node: _node, src, alt, ...props }) =>
    typeof src === 'string' && mayShowImage(src) ? (
      <img {...props} src={src} alt={alt ?? ''} loading="lazy" referrerPolicy="no-referrer" />
    ) : (
      alt
    ),
}

/**
 * HTML from data, reduced to an allow-list. It is parsed by our own parser and rendered as elements. If it were passed
 * to the browser's parser, even in an inactive document, each event handler in it would be reported as a violation of
 * the content security policy. If nothing of it may be shown, a cell shows the HTML as text, so that different values
 * look different, and a page shows a message.
 */
export default function SafeHtml({ html, allows = 'cell' }: { html: string; allows?: keyof typeof schemas }) {
  const t = useText()
  const refused = t(texts.refused)
  const instead = allows === 'cell' ? html : refused
  return (
    <ReactMarkdown
      rehypePlugins={[asMarkup(html), rehypeRaw, shallow, sanitized(schemas[allows], instead, refused), tameStyles]}
      urlTransform={(url) => url}
      components={components}
    >
      {''}
    </ReactMarkdown>
  )
}
