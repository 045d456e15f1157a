import type { Catalogue } from '../../scripts/texts/catalogue.ts'

/** Finds problems in the texts of a screen, as a reader of its language would. */
export interface TextReader {
  /** an English text that has a translation, or an English sentence */
  isEnglish: (text: string) => boolean
  /** a translation from the catalogue, so not data */
  isTranslation: (text: string) => boolean
}

/** Words of English sentences that are not words of another offered language. */
const englishWords =
  /\b(the|and|with|this|that|are|from|your|which|there|have|been|could|cannot|of|is|at|only|every|you)\b/gi

/** A relative time of the API. */
const englishTime = /\b(an?|\d+) (second|minute|hour|day|month|year)s?\b.* ago\b/

/** Reads texts with a catalogue. `known` are texts of the data, which are not translated. */
export function textReader(catalogue: Catalogue, known: ReadonlySet<string>): TextReader {
  const english = new Set<string>()
  const translations = new Set<string>()
  const waiting = new Set<string>()
  for (const { en, text } of catalogue.values()) {
    if (text === '') {
      waiting.add(en)
      continue
    }
    if (!text.includes('{')) translations.add(text)
    if (en !== text && !en.includes('{')) english.add(en)
  }
  // an English word that is also the translation of some text does not count as English
  for (const text of translations) english.delete(text)
  // longer names first, because a name may be part of another one
  const names = [...known].filter((name) => name.length > 8).toSorted((one, other) => other.length - one.length)
  /** Removes the texts written by authors. */
  const ownWords = (text: string) => names.reduce((rest, name) => rest.replaceAll(name, ''), text)
  /** An excerpt of a text written by an author, as the results of a search show it. */
  const isExcerpt = (text: string) => {
    const shown = text.replaceAll(/^…|…$/g, '')
    return shown.length > 20 && names.some((name) => name.includes(shown))
  }
  return {
    isEnglish: (text) => {
      if (isExcerpt(text) || known.has(text) || translations.has(text) || waiting.has(text)) return false
      const own = ownWords(text)
      return english.has(text) || englishTime.test(own) || new Set(own.toLowerCase().match(englishWords)).size >= 2
    },
    isTranslation: (text) => translations.has(text),
  }
}
