import type { FoundObject } from '../../model/search/searchAnswer.ts'
import type { SearchedText } from '../../model/search/searchedTexts.ts'
import { folded } from '../../model/search/searchWords.ts'

const LENGTH = 120
const BEFORE = 30

/**
 * An excerpt of the first text that has one of the words, if the title has none of them. `words`: the found words of
 * the index, folded, best first.
 */
export function excerptOf(texts: readonly SearchedText[], words: readonly string[]): FoundObject['match'] {
  const isIn = (text: string) => {
    const lower = folded(text)
    return words.some((word) => lower.includes(word))
  }
  const [place, text] = texts.find(([, each]) => isIn(each)) ?? ['title', '']
  return place === 'title' ? null : { place, text: aroundWord(text.replaceAll(/\s+/g, ' '), words) }
}

function aroundWord(text: string, words: readonly string[]): string {
  if (text.length <= LENGTH) return text
  // folding changes the length of few texts, and then the excerpt begins a little earlier or later
  const lower = folded(text)
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const at = Math.min(...places, text.length)
  const wanted = Math.max(0, Math.min(at - BEFORE, text.length - LENGTH))
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted - 1) + 1 || wanted
  const from = start > at ? wanted : start
  const part = [...new Intl.Segmenter(undefined).segment(text.slice(from, from + LENGTH * 2))]
    .slice(0, LENGTH)
    .map(({ segment }) => segment)
    .join('')
  return `${from > 0 ? '…' : ''}${part.trim()}${from + part.length < text.length ? '…' : ''}`
}
