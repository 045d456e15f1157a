import { parseAddress } from '../../model/basics/parseAddress.ts'

/** What a link template can name: `{{metric}}`, `{{metric.label}}`. */
export interface LinkContext {
  metric: { label: string; metric_name: string; verbose_name: string }
}

const safeStart = /^(https?:\/\/|\/(?!\/))/i

/**
 * The link of a row: names in double braces are replaced by their text, escaped for addresses. undefined if the result
 * is not an address of the web or of this site.
 */
export function linkOf(template: string, context: LinkContext): string | undefined {
  if (template.trim() === '') return undefined
  const fields = context.metric as Record<string, string>
  const href = template.trim().replaceAll(/\{\{\{?\s*metric(?:\.(\w+))?\s*\}?\}\}/g, (_match, name?: string) => {
    const value = name === undefined ? context.metric.label : Object.hasOwn(fields, name) ? fields[name] : ''
    return encodeURIComponent(value ?? '')
  })
  // a template that begins with a name would choose the site
  if (!safeStart.test(template.trim())) return undefined
  return parseAddress(href, 'https://example.org') && href
}
