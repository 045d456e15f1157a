import { sql } from 'kysely'
import { forgivenErrors, typingErrors, variantsOf } from '../../model/search/searchWords.ts'
import { jsonPairs } from '../storage/jsonPairs.ts'
import type { Db } from '../storage/schema.ts'

/** A word of the index that fits a word of the search text. */
export interface MatchingWord {
  id: number
  word: string
  /** How well it fits, in percent. */
  quality: number
}

/** Maximum number of words of the index. If more words fit, the typed text is too short to be useful. */
const mostWords = (typed: string) => (typed.length < SHORTEST_PART ? 300 : 1000)
/** Minimum characters of a part that is searched inside words: shorter parts occur in too many words. */
const SHORTEST_PART = 3
const EQUAL = 100
const BEGINNING = 75
const PART = 45
const ONE_ERROR = 35
const MORE_ERRORS = 20

/** Words that are equal, begin with the typed word, or contain it. */
export async function wordsWith(db: Db, typed: string): Promise<MatchingWord[]> {
  const begun = await sql<{ id: number; word: string }>`select id, word from search_words
    where word >= ${typed} and word < ${`${typed}\u{10ffff}`}
    order by length(word), word limit ${mostWords(typed)}`.execute(db)
  const parts =
    typed.length < SHORTEST_PART
      ? []
      : (
          await sql<{ id: number; word: string }>`select rowid as id, word from search_parts
            where word like ${`%${typed}%`} limit ${mostWords(typed)}`.execute(db)
        ).rows
  const found = new Map<number, MatchingWord>()
  for (const row of parts) found.set(row.id, { ...row, quality: PART })
  for (const row of begun.rows) found.set(row.id, { ...row, quality: row.word === typed ? EQUAL : BEGINNING })
  return [...found.values()]
}

/** Words that differ by typing errors. `isBegun`: the word is the last one of the text, which may be unfinished. */
export async function wordsLike(db: Db, typed: string, isBegun: boolean): Promise<MatchingWord[]> {
  const most = forgivenErrors(typed)
  if (most === 0) return []
  const variants = variantsOf(typed).map((variant) => [variant, 0] as const)
  const { rows } = await sql<{ id: number; word: string }>`select distinct search_words.id, search_words.word
    from ${jsonPairs(db, variants)} pairs
    join search_variants on search_variants.variant = pairs.one
    join search_words on search_words.id = search_variants.word_id
    limit ${mostWords(typed)}`.execute(db)
  return rows.flatMap((row) => {
    const whole = typingErrors(typed, row.word, false)
    const errors = isBegun && whole > most ? typingErrors(typed, row.word, true) : whole
    // the first letter of a word that is still being typed is assumed to be correct
    if (errors > most || (errors !== whole && row.word[0] !== typed[0])) return []
    return [{ ...row, quality: errors <= 1 ? ONE_ERROR : MORE_ERRORS }]
  })
}
