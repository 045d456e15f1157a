import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { mayShowImage } from '../../../ui/imageSource.ts'
import { pageTags } from '../../../ui/pageTags.ts'

/**
 * The default allow-list (no scripts, styles, frames, forms or handlers), and presentational attributes such as `align`
 * in old texts.
 */
const schema = {
  ...defaultSchema,
  tagNames: pageTags,
}

const components: Components = {
  a: ({ node: _node, children, ...props }) => (
    <a {...props} rel="noreferrer noopener">
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

export default function Markdown({ code }: { code: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[rehypeRaw, [rehypeSanitize, schema]]}
      components={components}
    >
      {code}
    </ReactMarkdown>
  )
}
