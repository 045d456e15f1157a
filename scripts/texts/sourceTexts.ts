/**
 * Finds the English texts of the product in its sources: those of `defineTexts`, and the plain ones
 * (`plainTranslator.ts`).
 */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { parseAst } from 'vite'
import { charts } from '../../src/charts/index.ts'
import { loadControls } from '../../src/charts/parts.ts'
import type { Control } from '../../src/charts/shared/controls.ts'
import { isTemplate, plainId } from '../../src/model/language/plainTranslator.ts'
import { constantText, type Node } from '../compiledTexts.ts'

const root = resolve(import.meta.dirname, '../..')

/** The texts of the sources: id -> English, in the order of the sources. Throws if an id has two texts. */
export async function sourceTexts(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const add = (id: string, text: string, place: string) => {
    const known = texts.get(id)
    if (known !== undefined && known !== text) throw new Error(`${place}: ${id} is "${text}" and also "${known}"`)
    texts.set(id, text)
  }
  const files = globSync('src/{web,filters,charts,server,engine,model}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .toSorted()
  const plain: [text: string, file: string][] = []
  for (const file of files) {
    const found = textsOf(file, readFileSync(join(root, file), 'utf8'))
    for (const [id, text] of found.defined) add(id, text, file)
    for (const text of found.plain) plain.push([text, file])
  }
  for (const text of await chartTexts()) add(plainId(text), text, 'charts')
  for (const [text, file] of plain) add(plainId(text), text, file)
  return texts
}

/** Names, categories, tags and controls of all chart types. */
async function chartTexts(): Promise<string[]> {
  const texts: (string | undefined)[] = []
  for (const chart of charts) {
    texts.push(
      chart.name,
      chart.category,
      chart.description,
      chart.badge?.label,
      chart.badge?.explanation,
      ...chart.tags,
    )
    for (const { label, controls } of await loadControls(chart.folder))
      texts.push(label, ...controls.flatMap(controlTexts))
  }
  return [...new Set(texts)].filter((text) => text !== undefined).filter(isWords)
}

const controlTexts = ({ label, description, heading, choices = [] }: Control) => [
  label,
  description,
  heading,
  ...choices.map(([, choice]) => choice),
]

/** Whether a text has words; numbers, formats and the like are the same in every language. */
const isWords = (text: string) => /[A-Za-z]{2}/.test(text) && !isTemplate(text)

/** Files whose texts are not translated: texts for operators or programs, and sample data. */
const silent =
  /^src\/(server\/(backup|metrics|traces|storage)\/|engine\/templates\/|server\/resources\/(mcp|openapi|metrics)\/|server\/(config|\w+Settings|importBundles|manageUsers|tables|main|openapi|examples|startFailure|listening|hostList|assemble)\.|model\/testing|charts\/[^/]+\/(example|about|controls)\.|charts\/shared\/examples\/|web\/screens\/sqlLab\/results\/excelFile)/

/** Calls whose texts are not shown on a page. */
const silentCalls =
  /^(Error|TypeError|ConfigError|BackupError|KeyError|UsageError|defineTool|defineTexts|say|log|console|RegExp|sql)$|\.(describe|run|runAndReadAll|runAndReadUntil|rows|texts|exec|execute|prepare|query|startsWith|endsWith|includes|replace|replaceAll|test|warn|info|debug|addColumn|write)$|^(log|console|connection|setup)\./

/** Texts that are SQL or other code. */
const code =
  /^(SELECT|FROM|WITH|SET|CREATE|CAST|DESCRIBE|PRAGMA|INSERT|UPDATE|DELETE|DROP|ALTER|ATTACH|DETACH|COPY|SHOW|EXPLAIN|DATE|TIME|INSTALL|LOAD|CALL|BEGIN|ROLLBACK|COMMIT|WHERE|ORDER|GROUP|LIMIT|AND|OR|NOT|CASE|IN|ON|JOIN|UNION|USE|GRANT|LOCK|VACUUM|ANALYZE|FETCH|DECLARE|LEFT|INNER|EXISTS)\b(?! statements)|\b(IS NOT NULL|IS NULL|FROM \{|WHERE \{|COLLATE NOCASE|ORDER BY \{|CONFLICT)|=>|\{\}|<[a-z/]|^[A-Z]\{\d|^\{\d\}[^ ]*$|\$\{|; (?!(the|a|write) )|\bas \{\d\}(?!\.)|^[A-Z]+\(|^\{\d\}\(| (AS|AND|SECOND|BETWEEN) \{|\d [a-z]{1,2} \{/

/**
 * A literal that is a sentence, or words that begin one. Templates with few letters do not count: they would match
 * names of users.
 */
function isSentence(text: string): boolean {
  if (
    !/^["'“‘[(`]?(\{\d\}|[A-Z]|1 [a-z]+ below )/.test(text) ||
    !/[A-Za-z]{2,}[,:;]? [a-z“"'{[]/.test(text) ||
    code.test(text)
  )
    return false
  if (
    /\{[^}]*\{|\\[a-z]|[a-z]_[a-z].*[a-z]_[a-z]|[A-Z]{4,} ?\(|^[A-Z]{4,} [A-Z]{4,}|INTERVAL '|MMMM|sans-serif|\/Length/.test(
      text,
    )
  )
    return false
  const fixed = text.replaceAll(/\{\d\}/g, '')
  return !isTemplate(text) || (fixed.match(/[A-Za-z]/g) ?? []).length >= 8
}

/** Properties whose texts are shown, even if they are single words. */
const shownProperties = new Set(['label', 'title', 'heading', 'caption', 'hint', 'help', 'placeholder', 'explanation'])

/** Matches files that may contain texts. Only these are parsed, because parsing takes much longer than searching. */
const mayHaveTexts = new RegExp(
  `["'\`>](\\$\\{|["'“‘[(]?[A-Z])[^\\n]*[A-Za-z]{2,}[,:;]? [a-z“"'{[$]|\\b(${[...shownProperties].join('|')}): `,
)

interface Found {
  /** id -> text */
  defined: [string, string][]
  plain: string[]
}

function textsOf(file: string, code: string): Found {
  const found: Found = { defined: [], plain: [] }
  const isSilent = silent.test(file)
  if (!/\b(defineTexts|plainTexts)\(/.test(code) && (isSilent || !mayHaveTexts.test(code))) return found
  const tree = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
  const nameOf = (node: Node | undefined) => (node ? code.slice(node.start, node.end).slice(-60) : '')

  function visitCall(node: Node): boolean {
    const callee = nameOf(node['callee'] as Node)
    if (callee === 'defineTexts') {
      found.defined.push(...definedTexts(file, node['arguments'] as Node[]))
      return true
    }
    if (callee === 'plainTexts' || callee === 'worded') {
      visitAll(node['arguments'])
      return true
    }
    return silentCalls.test(callee)
  }

  /** Every literal, also a single word. */
  function visitAll(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(visitAll)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const text = literalText(node as Node)
    if (text !== undefined) found.plain.push(...(isWords(text) ? [text] : []))
    else if (node.type === 'Property') visitAll((node as Node)['value'])
    else for (const part of Object.values(node)) visitAll(part)
  }

  function visitText(text: string, isShown: boolean): void {
    if (isSilent) return
    if (
      isSentence(text) ||
      (isShown && isWords(text) && /^[A-Z]/.test(text) && !/^[A-Z_\d]+_[A-Z_\d]*$|\//.test(text))
    ) {
      found.plain.push(text)
    }
  }

  function visit(node: unknown, isShown = false): void {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, isShown))
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, ...parts } = node as Node
    if ((type === 'CallExpression' || type === 'NewExpression') && visitCall(node as Node)) return
    if (type === 'ImportDeclaration' || type === 'ImportExpression' || type === 'TSTypeAnnotation') return
    if (type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration' || type === 'TaggedTemplateExpression')
      return
    const text = literalText(node as Node)
    if (text !== undefined) return visitText(text, isShown)
    if (type === 'TemplateLiteral') {
      const template = templateText(node as Node)
      if (template !== undefined) visitText(template, isShown)
    }
    if (type === 'Property') {
      const key = nameOf(parts['key'] as Node)
      return visit(parts['value'], shownProperties.has(key))
    }
    for (const part of Object.values(parts)) visit(part, type === 'ConditionalExpression' && isShown)
  }
  visit(tree)
  return found
}

function definedTexts(file: string, [area, texts]: Node[]): [string, string][] {
  const name = area && constantText(area)
  if (name === undefined || texts?.type !== 'ObjectExpression')
    throw new Error(`${file}: texts without a constant area`)
  return (texts['properties'] as Node[]).map((property) => {
    const key = property['key'] as Node | undefined
    const text = property['value'] ? constantText(property['value'] as Node) : undefined
    if (key === undefined || text === undefined) throw new Error(`${file}: a text of ${name} is not a literal`)
    return [`${name}.${String(key['name'] ?? key['value'])}`, text]
  })
}

/** The text of a literal or of a sum of literals; undefined if parts of the text seem to vary. */
function literalText(node: Node): string | undefined {
  if (node.type === 'JSXText') return String(node['value']).trim()
  const text = constantText(node)
  return text === undefined || isTemplate(text) ? undefined : text
}

/** The text of a template with `{0}`, `{1}` in place of its expressions; undefined if it has more than ten. */
function templateText(node: Node): string | undefined {
  const parts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  if (parts.length > 10) return undefined
  return parts.map((part, index) => (index === 0 ? part : `{${index - 1}}${part}`)).join('')
}
