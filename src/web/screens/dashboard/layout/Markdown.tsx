import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { mayShowImage } from '../../../ui/imageSource.ts'
import { pageTags } from '../../../ui/pageTags.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import css from './MarkdownBlock.module.css'

/**
 * The default allow-list (no scripts, styles, frames, forms or handlers), and presentational attributes such as
 * `align`, which occur in old texts.
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
      <LostImage name={alt || nameOf(src)} />
    ),
}

const texts = defineTexts('dashboard.markdown', { lost: 'The image "{name}" is not available here.' })

/** The last segment of an image's address. */
const nameOf = (src: unknown) => (typeof src === 'string' ? (src.split(/[?#]/)[0]?.split('/').at(-1) ?? '') : '')

/** A placeholder for an image of another installation or of another site, which is not loaded. */
function LostImage({ name }: { name: string }) {
  const t = useText()
  return <span className={css.lost}>{t(texts.lost, { name })}</span>
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
