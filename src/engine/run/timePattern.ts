const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  ms: number
  pm?: boolean
  dayOfYear?: number
}

type Directive = [pattern: string, apply: (parts: Parts, text: string) => void]

const monthIndex = (text: string) => months.indexOf(text.slice(0, 3).toLowerCase()) + 1

/** The strptime directives that occur in dataset patterns, as regular expressions and the fields they set. */
const directives: Record<string, Directive> = {
  Y: ['\\d{4}', (p, t) => void (p.year = Number(t))],
  // two digits: 69 to 99 belong to the last century (POSIX)
  y: ['\\d{2}', (p, t) => void (p.year = Number(t) + (Number(t) >= 69 ? 1900 : 2000))],
  m: ['\\d{1,2}', (p, t) => void (p.month = Number(t))],
  b: ['[A-Za-z]{3}', (p, t) => void (p.month = monthIndex(t))],
  B: ['[A-Za-z]{3,9}', (p, t) => void (p.month = monthIndex(t))],
  d: ['\\d{1,2}', (p, t) => void (p.day = Number(t))],
  j: ['\\d{1,3}', (p, t) => void (p.dayOfYear = Number(t))],
  H: ['\\d{1,2}', (p, t) => void (p.hour = Number(t))],
  I: ['\\d{1,2}', (p, t) => void (p.hour = Number(t))],
  p: ['[AaPp][Mm]', (p, t) => void (p.pm = t.toLowerCase() === 'pm')],
  M: ['\\d{1,2}', (p, t) => void (p.minute = Number(t))],
  S: ['\\d{1,2}', (p, t) => void (p.second = Number(t))],
  f: ['\\d{1,9}', (p, t) => void (p.ms = Number(`0.${t}`) * 1000)],
  // without time zones: a zone is parsed and dropped
  z: ['Z|[+-]\\d{2}:?\\d{2}', () => undefined],
  Z: ['[A-Za-z]*', () => undefined],
  a: ['[A-Za-z]{3}', () => undefined],
  A: ['[A-Za-z]{6,9}', () => undefined],
}
const abbreviations: Record<string, string> = { T: '%H:%M:%S', D: '%m/%d/%y', F: '%Y-%m-%d', R: '%H:%M' }

interface CompiledPattern {
  expression: RegExp
  apply: Directive[1][]
}

const compiled = new Map<string, CompiledPattern | null>()

function compile(pattern: string): CompiledPattern | null {
  const expanded = pattern.replace(/%([TDFR])/g, (_, letter: string) => abbreviations[letter] ?? '')
  const apply: Directive[1][] = []
  let source = ''
  for (let i = 0; i < expanded.length; i++) {
    const char = expanded[i] as string
    if (char !== '%') {
      source += char === ' ' ? '\\s+' : char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      continue
    }
    const letter = expanded[++i] ?? ''
    if (letter === '%') source += '%'
    else {
      const directive = directives[letter]
      if (!directive) return null
      source += `(${directive[0]})`
      apply.push(directive[1])
    }
  }
  return { expression: new RegExp(`^\\s*${source}\\s*$`), apply }
}

/**
 * Parses text by a strptime pattern to epoch milliseconds (without time zone); null if the text does not match the
 * pattern or is not a date.
 */
export function parseByPattern(text: string, pattern: string): number | null {
  let entry = compiled.get(pattern)
  if (entry === undefined) {
    entry = compile(pattern)
    compiled.set(pattern, entry)
  }
  const match = entry?.expression.exec(text)
  if (!entry || !match) return null
  const parts: Parts = { year: 1900, month: 1, day: 1, hour: 0, minute: 0, second: 0, ms: 0 }
  entry.apply.forEach((apply, i) => apply(parts, match[i + 1] as string))
  if (parts.dayOfYear !== undefined) {
    parts.month = 1
    parts.day = 1
  }
  if (parts.pm !== undefined) parts.hour = (parts.hour % 12) + (parts.pm ? 12 : 0)
  const date = new Date(0)
  date.setUTCFullYear(parts.year, parts.month - 1, parts.day)
  if (date.getUTCMonth() !== parts.month - 1 || date.getUTCDate() !== parts.day) return null
  if (parts.hour > 23 || parts.minute > 59 || parts.second > 61) return null
  if (parts.dayOfYear !== undefined) date.setUTCDate(parts.dayOfYear)
  return date.getTime() + ((parts.hour * 60 + parts.minute) * 60 + parts.second) * 1000 + parts.ms
}
