import { TemplateStop } from './fault.ts'

/** Maximum nesting depth: the time of the parser grows with the square of the depth. */
const mostNested = 200
/** Maximum number of tags of a template: the parser needs about 0.4 s for this many. */
const mostTags = 10_000

/**
 * Throws a `TemplateStop` if the parser would need seconds for the template. Counts tags, blocks and parentheses
 * without parsing, so those in comments are counted too.
 */
export function beforeParsing(template: string): void {
  let [tags, blocks, from] = [0, 0, 0]
  for (;;) {
    const start = template.indexOf('{{', from)
    const end = start < 0 ? -1 : template.indexOf('}}', start)
    if (end < 0) return
    const tag = template.slice(start + 2, end)
    from = end + 2
    tags += 1
    blocks += blockChange(tag)
    const stop = (reason: 'tooDeep' | 'tooMuchWork') =>
      new TemplateStop(reason, template.slice(0, start).split('\n').length)
    if (blocks > mostNested || depthOf(tag) > mostNested) throw stop('tooDeep')
    if (tags > mostTags) throw stop('tooMuchWork')
  }
}

/** 1 if the tag opens a block, -1 if it closes one, otherwise 0. */
function blockChange(tag: string): number {
  if (/^~?(?:#|\^\s*[^\s~])/.test(tag)) return 1
  return /^~?\//.test(tag) ? -1 : 0
}

/** How deep the parentheses of a tag are nested. */
function depthOf(tag: string): number {
  let [depth, most] = [0, 0]
  for (const [part] of tag.matchAll(/"[^"]*"|'[^']*'|[()]/g)) {
    depth += part === '(' ? 1 : part === ')' ? -1 : 0
    most = Math.max(most, depth)
  }
  return most
}
