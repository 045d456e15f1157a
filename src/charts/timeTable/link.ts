import { parseAddress } from '../../model/basics/parseAddress.ts'

/** The values that a link template can reference: `{{metric}}`, `{{metric.label}}`. */
export interface LinkContext {
  metric: { label: string; metric_name: string; verbose_name: string }
}

const safeStart = /^(https?:\/\/|\/(?!\/))/i

/**
 * The link of a row: names in double braces are replaced with their text, escaped for URLs. undefined if the result is
 * not a web address or an address of this site.
 */
export function linkOf(template: string, context: LinkContext): string | undefined {
  if (template.trim() === '') return undefined
  const fields = context.metric as Record<string, string>
  const href = template.trim().replaceAll(/\{\{\{?\s*metric(?:\.(\w+))?\s*\}?\}\}/g, (_match, name?: string) => {
    const value = name === undefined ? context.metric.label : Object.hasOwn(fields, name) ? fields[name] : ''
    return encodeURIComponent(value ?? '')
  })
  // if a template began with a name, the value of the name could determine the site
  if (!safeStart.test(template.trim())) return undefined
  return parseAddress(href, 'https://example.org') && href
}
