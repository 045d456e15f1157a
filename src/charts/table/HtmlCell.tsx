import { sanitizeHtml } from './html.ts'

/** A cell whose text is markup, shown as such after sanitising. */
export default function HtmlCell({ html }: { html: string }) {
  // sanitised against an allow-list just before it is inserted
  return <span dangerouslySetInnerHTML={{ __html: sanitizeHtml(html) }} />
}
