/**
 * Sanitizes CSS written by users for a dashboard or a template: parses it with the browser's own parser (imports never
 * load in a constructed sheet), removes everything that fetches something or affects other parts of the page, and nests
 * it under one selector. Returns text.
 */
export function scopeCss(css: string, scope: string): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const global: string[] = []
  const nested = [...sheet.cssRules].map((rule) => safeRule(rule, global)).join('\n')
  return `${global.join('\n')}\n${scope} {\n${nested}\n}`
}

/** Functions that make the browser send a request. */
const FETCHING = /(?:url|src|image-set|image|cross-fade|element|paint)\s*\(/i
const OUT_OF_PLACE = new Set(['fixed', 'sticky'])
/** Selectors of the page itself; in CSS of users they mean the element with the scope, such as the dashboard. */
const ROOT_SELECTOR = /(^|[\s,(>+~])(?:html|body|:root)(?![\w-])/gi

/** A rule as text; keyframes are added to `global` because they cannot be nested; other kinds of rules are dropped. */
function safeRule(rule: CSSRule, global: string[]): string {
  if (rule instanceof CSSKeyframesRule) {
    const frames = [...rule.cssRules].map((frame) =>
      frame instanceof CSSKeyframeRule ? `${frame.keyText} { ${safeDeclarations(frame.style)} }` : '',
    )
    global.push(`@keyframes ${CSS.escape(rule.name)} { ${frames.join(' ')} }`)
    return ''
  }
  if (rule instanceof CSSStyleRule) {
    const selector = rule.selectorText.replace(ROOT_SELECTOR, '$1&')
    const inner = [...rule.cssRules].map((child) => safeRule(child, global)).join(' ')
    return `${selector} { ${safeDeclarations(rule.style)} ${inner} }`
  }
  if (rule instanceof CSSMediaRule) return group(`@media ${rule.conditionText}`, rule, global)
  if (rule instanceof CSSSupportsRule) return group(`@supports ${rule.conditionText}`, rule, global)
  if (rule instanceof CSSContainerRule) return group(`@container ${rule.conditionText}`, rule, global)
  return ''
}

function group(head: string, rule: CSSGroupingRule, global: string[]): string {
  return `${head} { ${[...rule.cssRules].map((child) => safeRule(child, global)).join(' ')} }`
}

function safeDeclarations(style: CSSStyleDeclaration): string {
  return [...style]
    .filter((property) => isSafe(property, style.getPropertyValue(property)))
    .map((property) => {
      const priority = style.getPropertyPriority(property)
      return `${property}: ${style.getPropertyValue(property)}${priority && ' !important'};`
    })
    .join(' ')
}

function isSafe(property: string, value: string): boolean {
  if (FETCHING.test(unescapeCss(value))) return false
  return !(property === 'position' && OUT_OF_PLACE.has(value.toLowerCase()))
}

/** To a parser, `\75rl(` is the same as `url(`: custom properties keep such text unparsed. */
function unescapeCss(value: string): string {
  return value.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_all, hex?: string, char?: string) =>
    hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)) : (char ?? ''),
  )
}
