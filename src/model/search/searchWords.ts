/** The words of texts, as the search compares them. */

/** Maximum number of characters of a word. Longer words are truncated. */
const LONGEST_WORD = 40
const MOST_QUERY_WORDS = 8

/** Scripts that are written without spaces: their words are all pairs of characters. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}`
const RUN = new RegExp(String.raw`[${UNSPACED}]+|[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]+`, 'gv')
const isUnspaced = new RegExp(`[${UNSPACED}]`, 'u')
/** Splits `orderDate` into `order` and `date`, which are words in addition to the whole. */
const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

/** The text in lower case, without accents. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')

const cut = (word: string) => Array.from(word).slice(0, LONGEST_WORD).join('')

function pairsOf(run: string): string[] {
  const characters = Array.from(run)
  if (characters.length < 2) return [run]
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

function* runsOf(text: string): Generator<{ whole: string; parts: string[] }> {
  for (const [run] of text.matchAll(RUN)) {
    if (isUnspaced.test(run)) yield { whole: '', parts: pairsOf(folded(run)) }
    else yield { whole: cut(folded(run)), parts: run.split(CAMEL).map((part) => cut(folded(part))) }
  }
}

/** The words by which a text is found, each once. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const { whole, parts } of runsOf(text)) for (const word of [whole, ...parts]) if (word !== '') words.add(word)
  return [...words]
}

/** The words of a search text. An object is found only if it contains all of them. */
export function queryWords(text: string): string[] {
  const words = [...runsOf(text)].flatMap(({ parts }) => parts.filter((part) => part !== ''))
  return [...new Set(words)].slice(0, MOST_QUERY_WORDS)
}

/** Whether typing errors are accepted in a word: only letters, because a different number means something else. */
const isForgiven = (word: string) => /^\p{L}{4,24}$/u.test(word) && !isUnspaced.test(word)

/** From this length on, two errors are accepted instead of one. */
const LONG_WORD = 8
/** Number of characters at the beginning of a word that are indexed with typing errors. */
const PREFIX = 7

/** How many typing errors are accepted in a word of a search text. */
export const forgivenErrors = (word: string): number => (isForgiven(word) ? (word.length >= LONG_WORD ? 2 : 1) : 0)

/**
 * Hashes of the beginning of a word, and of what remains of it without one letter, or without two if the word is long.
 * Two words that differ by the accepted errors have a hash in common, because each error is undone by leaving out a
 * letter on both sides (the method of SymSpell). Other words can have a hash in common too: compare them by
 * `typingErrors`.
 */
export function variantsOf(word: string): number[] {
  if (!isForgiven(word)) return []
  const start = Array.from(word).slice(0, PREFIX)
  const variants = new Set([start.join('')])
  const omit = (letters: readonly string[], depth: number) => {
    for (let at = 0; at < letters.length; at++) {
      const rest = letters.toSpliced(at, 1)
      variants.add(rest.join(''))
      if (depth > 1) omit(rest, depth - 1)
    }
  }
  omit(start, forgivenErrors(word))
  return [...new Set([...variants].map(hash))]
}

/** FNV-1a, 32 bits, signed. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value | 0
}

/**
 * The number of letters that are missing, added, replaced or swapped with their neighbor between two words
 * (Damerau-Levenshtein distance, optimal string alignment). `isBegun`: the word is still being typed, so that letters
 * missing at its end are not counted.
 */
export function typingErrors(typed: string, word: string, isBegun: boolean): number {
  const [from, to] = [Array.from(typed), Array.from(word)]
  let beforeLast: number[] = []
  let last = to.map((_, at) => at)
  last.push(to.length)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const isEqual = from[row - 1] === to[column - 1]
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
      )
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1)
      next.push(least)
    }
    beforeLast = last
    last = next
  }
  return isBegun ? Math.min(...last) : (last[to.length] ?? 0)
}
