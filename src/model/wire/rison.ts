import { parseJson } from './json.ts'

/**
 * Rison, the compact notation of the `q` parameter: `(a:1,b:!(x,'it!'s'))`. Objects are in parentheses, lists in
 * `!(...)`; `!t`, `!f` and `!n` are true, false and null; numbers are as in JSON. Strings are bare or in single quotes,
 * where `!'` and `!!` are escapes.
 */

/** Text that is neither Rison nor, where allowed, JSON. */
export class RisonError extends Error {
  constructor() {
    super('Not a valid rison/json argument')
    this.name = 'RisonError'
  }
}

const maxDepth = 50
/** Characters that end a bare string or are not allowed in it, including spaces. */
const special = /[\s'!:(),*@$]/
const numberLike = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?$/
const startsLikeNumber = /^[-\d]/

/** Reads the `q` of a request: Rison or JSON; absent or empty is undefined. */
export function parseQ(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    // a short JSON list is also a valid bare string in Rison
    if (!text.startsWith('[')) return parseRison(text)
  } catch (error) {
    if (!(error instanceof RisonError)) throw error
  }
  try {
    return parseJson(text)
  } catch {
    throw new RisonError()
  }
}

/** Reads one Rison value. Throws RisonError. */
export function parseRison(text: string): unknown {
  const reader = new Reader(text)
  const value = reader.value(0)
  reader.end()
  return value
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  end(): void {
    if (this.#at !== this.#text.length) throw new RisonError()
  }

  value(depth: number): unknown {
    if (depth > maxDepth) throw new RisonError()
    const char = this.#text[this.#at]
    if (char === '(') return this.#object(depth)
    if (char === "'") return this.#quoted()
    if (char === '!') return this.#bang(depth)
    return this.#bare()
  }

  #bang(depth: number): unknown {
    const kind = this.#text[this.#at + 1]
    this.#at += 2
    switch (kind) {
      case 't':
        return true
      case 'f':
        return false
      case 'n':
        return null
      case '(':
        return this.#list(depth)
      default:
        throw new RisonError()
    }
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = []
    if (this.#skip(')')) return items
    do items.push(this.value(depth + 1))
    while (this.#skip(','))
    this.#expect(')')
    return items
  }

  #object(depth: number): Record<string, unknown> {
    this.#at++
    // Entries, not assignments: a key named __proto__ stays a normal key.
    const entries: [string, unknown][] = []
    if (this.#skip(')')) return {}
    do {
      const key = this.#text[this.#at] === "'" ? this.#quoted() : this.#bareText()
      this.#expect(':')
      entries.push([key, this.value(depth + 1)])
    } while (this.#skip(','))
    this.#expect(')')
    return Object.fromEntries(entries)
  }

  #quoted(): string {
    let text = ''
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at]
      if (char === "'") {
        this.#at++
        return text
      }
      if (char === '!') {
        const escaped = this.#text[++this.#at]
        if (escaped !== '!' && escaped !== "'") throw new RisonError()
        text += escaped
      } else text += char
    }
    throw new RisonError()
  }

  #bareText(): string {
    const start = this.#at
    while (this.#at < this.#text.length && !special.test(this.#text[this.#at] ?? '')) this.#at++
    if (start === this.#at) throw new RisonError()
    return this.#text.slice(start, this.#at)
  }

  #bare(): unknown {
    const text = this.#bareText()
    return numberLike.test(text) ? Number(text) : text
  }

  #skip(char: string): boolean {
    if (this.#text[this.#at] !== char) return false
    this.#at++
    return true
  }

  #expect(char: string): void {
    if (!this.#skip(char)) throw new RisonError()
  }
}

/** Writes a value as Rison. Keys with the value undefined are omitted, as in JSON. */
export function formatRison(value: unknown): string {
  if (value === null || value === undefined) return '!n'
  if (value === true) return '!t'
  if (value === false) return '!f'
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('+', '') : '!n'
  if (typeof value === 'string') return formatText(value)
  if (Array.isArray(value)) return `!(${value.map(formatRison).join(',')})`
  const parts = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${formatText(key)}:${formatRison(item)}`)
  return `(${parts.join(',')})`
}

function formatText(text: string): string {
  if (text !== '' && !special.test(text) && !startsLikeNumber.test(text)) return text
  return `'${text.replaceAll(/[!']/g, '!$&')}'`
}
