/**
 * English texts that reach the page as data: labels of charts and controls, names of menus, messages of the server. Their
 * English form stays on the wire and in the code, and it is translated where it is shown. In catalogues they have the
 * area `plain`; an id is computed from the text. `{0}`, `{1}` stand for the parts of a message that vary.
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
  pattern: RegExp
  /** characters that do not vary: of several templates that match, the most exact one is used */
  fixed: number
  /** the number of each hole, in their order in the English text */
  order: string[]
  translation: string
}

function templateOf(english: string, translation: string): Template {
  const parts = english.split(/\{(\d)\}/)
  const fixed = parts.filter((_part, index) => index % 2 === 0)
  const pattern = fixed
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`([\s\S]+?)`)
  return {
    pattern: new RegExp(`^${pattern}$`),
    fixed: fixed.join('').length,
    order: parts.filter((_part, index) => index % 2 === 1),
    translation,
  }
}

/** What a catalogue says about plain texts. */
export interface PlainTexts {
  /** id -> translation, of texts without parts that vary */
  texts: Readonly<Record<string, unknown>>
  /** English template -> translation */
  templates: Readonly<Record<string, string>>
}

/**
 * Translates plain texts. A text that is not in the catalogue is returned unchanged; so are the parts that vary. Of a text
 * with several lines each line is translated on its own, without `Error: ` before it.
 */
export function plainTranslator({ texts, templates }: PlainTexts): (text: string) => string {
  let patterns: Template[] | undefined
  function whole(text: string): string | undefined {
    const known = texts[plainId(text)]
    if (typeof known === 'string') return known
    patterns ??= Object.entries(templates)
      .map(([english, translation]) => templateOf(english, translation))
      .toSorted((one, other) => other.fixed - one.fixed)
    for (const { pattern, order, translation } of patterns) {
      const found = pattern.exec(text)
      if (found) return translation.replaceAll(/\{(\d)\}/g, (_hole, number) => found[order.indexOf(number) + 1] ?? '')
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
