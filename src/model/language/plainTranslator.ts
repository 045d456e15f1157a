/**
 * English texts that reach the page as data: labels of charts and controls, names of menus, messages of the server. Their
 * English form stays on the wire and in the code, and it is translated where it is shown. In catalogues they have the
 * area `plain`; an id is computed from the text. `{0}`, `{1}` are placeholders for the parts of a message that vary.
 */

const prefix = 'plain.'

/** Text -> its id in catalogues: 32-bit FNV-1a over UTF-16 code units. `npm run texts` makes sure that no two are equal. */
export function plainId(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return prefix + (hash >>> 0).toString(36)
}

export const isPlainId = (id: string): boolean => id.startsWith(prefix)

const hole = /\{(\d)\}/

/** Whether a text has parts that vary. */
export const isTemplate = (text: string): boolean => hole.test(text)

interface Template {
  /** the texts around the parts that vary */
  around: string[]
  /** characters that do not vary: of several templates that match, the most exact one is used */
  fixed: number
  /** the number of each hole, in their order in the English text */
  order: string[]
  translation: string
}

function templateOf(english: string, translation: string): Template {
  const parts = english.split(/\{(\d)\}/)
  const around = parts.filter((_part, index) => index % 2 === 0)
  return {
    around,
    fixed: around.join('').length,
    order: parts.filter((_part, index) => index % 2 === 1),
    translation,
  }
}

/**
 * The parts of a text that vary, each as short as possible and none empty; undefined if it does not have this form. A
 * regular expression would try all divisions of a long message.
 */
function partsOf(text: string, around: readonly string[]): string[] | undefined {
  const [first = '', ...others] = around
  const last = others.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const parts: string[] = []
  let from = first.length
  for (const next of others) {
    const at = text.indexOf(next, from + 1)
    if (at < 0) return undefined
    parts.push(text.slice(from, at))
    from = at + next.length
  }
  const end = text.length - last.length
  return end > from ? [...parts, text.slice(from, end)] : undefined
}

/** The plain texts of a catalogue. */
export interface PlainTexts {
  /** id -> translation, of texts without parts that vary */
  texts: Readonly<Record<string, unknown>>
  /** English template -> translation */
  templates: Readonly<Record<string, string>>
}

/**
 * Translates plain texts. A text that is not in the catalogue is returned unchanged; so are the parts that vary.
 * Unknown texts with several lines are translated line by line; an `Error: ` at the start of a line is not translated.
 */
export function plainTranslator({ texts, templates }: PlainTexts): (text: string) => string {
  let patterns: Template[] | undefined
  function whole(text: string): string | undefined {
    const known = texts[plainId(text)]
    if (typeof known === 'string') return known
    patterns ??= Object.entries(templates)
      .map(([english, translation]) => templateOf(english, translation))
      .toSorted((one, other) => other.fixed - one.fixed)
    for (const { around, order, translation } of patterns) {
      const found = partsOf(text, around)
      if (found) return translation.replaceAll(/\{(\d)\}/g, (_hole, number) => found[order.indexOf(number)] ?? '')
    }
    return undefined
  }
  return (text) =>
    whole(text) ??
    text
      .split('\n')
      .map((line) => line.replace(/^(Error: )?(.*)$/, (_line, start = '', words) => start + (whole(words) ?? words)))
      .join('\n')
}
