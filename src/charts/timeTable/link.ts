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
  return safeStart.test(template.trim()) && isAddress(href) ? href : undefined
}

/** `URL.canParse`, which the oldest browsers lack. */
function isAddress(text: string): boolean {
  try {
    return new URL(text, 'https://example.org').href !== ''
  } catch {
    // the text is not an address: the constructor has no other way to say so
    return false
  }
}
