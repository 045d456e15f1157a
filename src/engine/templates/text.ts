import { spendCharacters } from './budget.ts'

/**
 * Text inside a template. Parts that came with the request are marked, character by character, through concatenation,
 * slices and filters. After rendering, it is known which parts of the SQL were not written by someone with rights on
 * the dataset.
 */
export type Text = string | Marked

/** From (inclusive) and to (exclusive), in characters of the text. Lists of spans are sorted and do not overlap. */
export type Span = readonly [from: number, to: number]

export class Marked {
  readonly text: string
  readonly spans: readonly Span[]
  constructor(text: string, spans: readonly Span[]) {
    this.text = text
    this.spans = spans
  }
}

export const isText = (value: unknown): value is Text => typeof value === 'string' || value instanceof Marked

export const plain = (text: Text): string => (typeof text === 'string' ? text : text.text)

export const spansOf = (text: Text): readonly Span[] => (typeof text === 'string' ? [] : text.spans)

function make(text: string, spans: readonly Span[]): Text {
  spendCharacters(text.length)
  return spans.length > 0 ? new Marked(text, spans) : text
}

/** The whole text came with the request. */
export const marked = (text: string): Text => make(text, text.length > 0 ? [[0, text.length]] : [])

export function concat(parts: readonly Text[]): Text {
  const spans: Span[] = []
  let text = ''
  // the limit is checked before the text is created
  spendCharacters(parts.reduce((sum, part) => sum + plain(part).length, 0))
  for (const part of parts) {
    for (const [from, to] of spansOf(part)) {
      const last = spans.at(-1)
      if (last && last[1] === from + text.length) spans[spans.length - 1] = [last[0], to + text.length]
      else spans.push([from + text.length, to + text.length])
    }
    text += plain(part)
  }
  return make(text, spans)
}

export function join(parts: readonly Text[], separator: Text): Text {
  return concat(parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])))
}

export function slice(text: Text, from: number, to = plain(text).length): Text {
  const spans = spansOf(text)
    .map(([start, end]): Span => [Math.max(start, from) - from, Math.min(end, to) - from])
    .filter(([start, end]) => end > start)
  return make(plain(text).slice(from, to), spans)
}

/**
 * Applies a function of plain text. If the length does not change, the marks stay; else one mark covers the whole text.
 */
export function change(text: Text, by: (text: string) => string): Text {
  const result = by(plain(text))
  if (typeof text === 'string') return result
  return result.length === text.text.length ? new Marked(result, text.spans) : marked(result)
}

/** A text built from others in an untracked way: marked as a whole if one of them is marked. */
export function madeOf(result: string, sources: readonly Text[]): Text {
  return sources.some((source) => spansOf(source).length > 0) ? marked(result) : result
}

/** Replaces every occurrence, at most `count` times. */
export function replace(text: Text, old: string, by: Text, count = Number.POSITIVE_INFINITY): Text {
  const whole = plain(text)
  if (old === '') return madeOf(whole.replaceAll('', plain(by)), [text, by])
  const parts: Text[] = []
  let from = 0
  for (let at = whole.indexOf(old), done = 0; at >= 0 && done < count; at = whole.indexOf(old, from), done++) {
    parts.push(slice(text, from, at), by)
    from = at + old.length
  }
  return concat([...parts, slice(text, from)])
}
