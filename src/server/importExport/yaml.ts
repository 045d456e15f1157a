import { isScalar, parseDocument, stringify, visit } from 'yaml'

/** The text is not YAML with plain values. */
export class YamlError extends Error {}

/** Maximum nesting, deeper than any layout has. It protects the recursive code that reads the result. */
const maxDepth = 100
const maxAliases = 100

/**
 * Parses one YAML file into plain values (YAML 1.2 core: no dates, no binary, no language-specific tags). Duplicate
 * keys, unknown tags, too many aliases (`maxAliases`) and excessive depth (`maxDepth`) are errors.
 */
export function parseYaml(text: string): unknown {
  try {
    const document = parseDocument(text, { schema: 'core', merge: false, uniqueKeys: false, prettyErrors: false })
    const complaint = document.errors[0] ?? document.warnings[0]
    if (complaint) throw new YamlError(complaint.message)
    checkUnique(document)
    const value: unknown = document.toJS({ maxAliasCount: maxAliases })
    return checkPlain(value)
  } catch (error) {
    if (error instanceof YamlError) throw error
    throw new YamlError('Not a valid YAML file', { cause: error })
  }
}

/** Replaces the check of the `yaml` package, which compares each key with all others: minutes for 40,000 keys. */
function checkUnique(document: ReturnType<typeof parseDocument>): void {
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) throw new YamlError('The YAML file contains a key twice')
        seen.add(key.value)
      }
    },
  })
}

/** Checks that a value has only null, text, numbers, booleans, lists and mappings, with keys that are safe to copy. */
export function checkPlain(value: unknown): unknown {
  check(value, 0)
  return value
}

function check(value: unknown, depth: number): void {
  if (depth > maxDepth) throw new YamlError('The YAML file is nested too deeply')
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) check(item, depth + 1)
    return
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || Object.hasOwn(value, '__proto__'))
    throw new YamlError('The YAML file contains values of unsupported types')
  for (const item of Object.values(value)) check(item, depth + 1)
}

/**
 * Writes a value so that YAML 1.1 and 1.2 parsers read the same: text that a 1.1 parser would read as a boolean, a
 * number or a date is quoted.
 */
export function formatYaml(value: unknown): string {
  return stringify(value, { schema: 'core', compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false })
}
