import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize'
import { mayShowImage } from './imageSource.ts'
import { safeStyle } from './safeStyle.ts'

/** What saved tables use to dress their cells; everything that runs, loads forms or frames stays out. */
const schema: Schema = {
  tagNames: 'a abbr b br code del div em hr i img ins li mark ol p pre s small span strong sub sup u ul'.split(' '),
  attributes: {
    '*': ['className', 'height', 'style', 'title', 'width'],
    a: ['href'],
    img: ['alt', 'src'],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['https', 'data'] },
  strip: ['script', 'style'],
}

interface Node {
  type: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** The text as markup in place of what Markdown made of it. */
const asMarkup = (html: string) => () => (): Node => ({ type: 'root', children: [{ type: 'raw', value: html }] })

/** Styles may colour and align, not lay themselves over the page or load anything. */
const tameStyles = () => (tree: Node) => {
  const { properties, children = [] } = tree
  if (typeof properties?.['style'] === 'string') properties['style'] = safeStyle(properties['style'])
  for (const child of children) tameStyles()(child)
}

const components: Components = {
  a: ({ node: _node, href, ...props }) => (
    <a {...props} href={href?.startsWith('//') ? undefined : href} target="_blank" rel="noopener noreferrer" />
  ),
  img: ({ node: _node, src, alt, ...props }) =>
    typeof src === 'string' && mayShowImage(src) ? (
      <img {...props} src={src} alt={alt ?? ''} loading="lazy" referrerPolicy="no-referrer" />
    ) : (
      alt
    ),
}

/**
 * Markup from data, cut down to an allow-list. It is read by a parser of our own and built as elements: handed to the
 * browser's parser, even in a document that nobody sees, each event handler in it would be reported against the content
 * policy.
 */
export default function SafeHtml({ html }: { html: string }) {
  return (
    <ReactMarkdown
      rehypePlugins={[asMarkup(html), rehypeRaw, [rehypeSanitize, schema], tameStyles]}
      urlTransform={(url) => url}
      components={components}
    >
      {''}
    </ReactMarkdown>
  )
}
