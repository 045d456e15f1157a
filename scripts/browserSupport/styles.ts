import { transform } from 'lightningcss'
import { type Feature, firstKnown, type Use } from './compat.ts'

/** Units of lengths by the names of their features. */
const unitFeatures: [RegExp, string][] = [
  [/^d(v[hwib]|vmin|vmax)$/, 'viewport_percentage_units_dynamic'],
  [/^l(v[hwib]|vmin|vmax)$/, 'viewport_percentage_units_large'],
  [/^s(v[hwib]|vmin|vmax)$/, 'viewport_percentage_units_small'],
  [/^cq(w|h|i|b|min|max)$/, 'container_query_length_units'],
]

/**
 * Finds the properties, values, selectors and at-rules that a style sheet uses. The content of `@supports` is ignored:
 * browsers without the feature skip the block.
 */
export function styleUses(file: string, sheet: string): Use[] {
  const code = withoutGuarded(sheet)
  const uses: Use[] = []
  let line = 1
  const add = (...candidates: Feature[]) => {
    const feature = firstKnown(candidates)
    if (feature) uses.push({ file, line, feature })
  }
  transform({
    filename: file,
    code: Buffer.from(code),
    errorRecovery: true,
    visitor: {
      Rule(rule) {
        // lightningcss counts lines from 0
        if ('value' in rule && rule.value && 'loc' in rule.value) line = rule.value.loc.line + 1
        const name = rule.type === 'unknown' ? rule.value.name : rule.type
        add(['css', 'at-rules', name.replace(/^layer-.*/, 'layer')])
        if (name === 'nesting') add(['css', 'selectors', 'nesting'])
      },
      Selector(selector) {
        for (const part of selector) {
          if (part.type === 'nesting') add(['css', 'selectors', 'nesting'])
          if (part.type === 'pseudo-class' || part.type === 'pseudo-element') add(['css', 'selectors', part.kind])
        }
      },
      MediaQuery(query) {
        const names = JSON.stringify(query).matchAll(/(?<="name":")[a-z-]+/g)
        for (const [name] of names) add(['css', 'at-rules', 'media', name])
      },
    },
  })
  return [...uses, ...declarationUses(file, code)]
}

/** Replaces `@supports` blocks by blanks, so that line numbers do not change. */
function withoutGuarded(sheet: string): string {
  const start = sheet.indexOf('@supports')
  if (start < 0) return sheet
  let end = sheet.indexOf('{', start) + 1
  for (let depth = 1; depth > 0 && end < sheet.length; end += 1) {
    if (sheet[end] === '{') depth += 1
    else if (sheet[end] === '}') depth -= 1
  }
  const blank = sheet.slice(start, end).replaceAll(/[^\n]/g, ' ')
  return withoutGuarded(sheet.slice(0, start) + blank + sheet.slice(end))
}

/** Properties and their values, read from the text: the parser returns a different structure for every property. */
function declarationUses(file: string, code: string): Use[] {
  const uses: Use[] = []
  for (const match of code.matchAll(/([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)) {
    const [, property = '', value = ''] = match
    const line = code.slice(0, match.index).split('\n').length
    const add = (...candidates: Feature[]) => {
      const feature = firstKnown(candidates)
      if (feature) uses.push({ file, line, feature, isPrefixed: code.includes(`-webkit-${property}:`) })
    }
    add(['css', 'properties', property])
    for (const [, name = ''] of value.matchAll(/([a-z][a-z-]*)\(/g)) {
      add(['css', 'types', name], ['css', 'types', 'color', name])
    }
    for (const [, unit = ''] of value.matchAll(/\d([a-z]+)\b/g)) {
      const feature = unitFeatures.find(([pattern]) => pattern.test(unit))?.[1]
      add(feature ? ['css', 'types', 'length', feature] : ['css', 'types', 'length', unit])
    }
    for (const [word] of value.matchAll(/(?<![\w-])[a-z][a-z-]*(?![\w(-])/g)) {
      add(['css', 'properties', property, word], ['css', 'properties', property, word.replaceAll('-', '_')])
    }
  }
  return uses
}
