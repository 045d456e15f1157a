import { sql } from 'kysely'
import { type SearchedKind, searchedKinds } from '../../model/search/searchAnswer.ts'
import { placedWords, type SearchedText } from '../../model/search/searchedTexts.ts'
import { variantsOf } from '../../model/search/searchWords.ts'
import { jsonPairs } from '../storage/jsonPairs.ts'
import type { Trx } from '../storage/schema.ts'
import { indexedTexts } from './indexedTexts.ts'

/** Number of values in one statement, which supports about ten thousand. */
const CHUNK = 1000

type Posting = readonly [wordId: number, place: number]

/**
 * Writes the index entries of an object, or deletes them if the object does not exist. Only what differs is written.
 */
export async function writeIndex(trx: Trx, kind: SearchedKind, id: number): Promise<void> {
  const texts = await indexedTexts(trx, kind, id)
  const stored = await trx
    .selectFrom('search_objects')
    .select(['id', 'words_json'])
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .executeTakeFirst()
  const before = stored ? (JSON.parse(stored.words_json) as Posting[]) : []
  const after = texts ? await postingsOf(trx, texts) : []
  const key = ([wordId, place]: Posting) => `${wordId} ${place}`
  const [old, next] = [new Set(before.map(key)), new Set(after.map(key))]
  const removed = before.filter((posting) => !next.has(key(posting)))
  await deletePostings(trx, kind, id, removed)
  await addPostings(
    trx,
    kind,
    id,
    after.filter((posting) => !old.has(key(posting))),
  )
  await deleteUnusedWords(
    trx,
    removed.map(([wordId]) => wordId),
  )
  if (!texts) {
    if (stored) await trx.deleteFrom('search_objects').where('id', '=', stored.id).execute()
    return
  }
  const values = { words_json: JSON.stringify(after), texts_json: JSON.stringify(texts) }
  if (stored) await trx.updateTable('search_objects').set(values).where('id', '=', stored.id).execute()
  else
    await trx
      .insertInto('search_objects')
      .values({ kind, object_id: id, ...values })
      .execute()
}

async function postingsOf(trx: Trx, texts: readonly SearchedText[]): Promise<Posting[]> {
  const words = placedWords(texts)
  const ids = await idsOfWords(trx, [...words.keys()])
  return [...words].flatMap(([word, place]) => {
    const id = ids.get(word)
    return id === undefined ? [] : [[id, place] as const]
  })
}

/** The ids of words; new words are added with their variants. */
async function idsOfWords(trx: Trx, words: readonly string[]): Promise<Map<string, number>> {
  const known =
    words.length === 0 ? [] : await trx.selectFrom('search_words').selectAll().where('word', 'in', words).execute()
  const ids = new Map(known.map(({ id, word }) => [word, id]))
  const added = words.filter((word) => !ids.has(word))
  if (added.length === 0) return ids
  const rows = await trx
    .insertInto('search_words')
    .values(added.map((word) => ({ word })))
    .returning(['id', 'word'])
    .execute()
  for (const { id, word } of rows) ids.set(word, id)
  const variants = rows.flatMap(({ id, word }) => variantsOf(word).map((variant) => [variant, id] as const))
  await sql`insert into search_variants (variant, word_id)
    select one, other from ${jsonPairs(trx, variants)} pairs`.execute(trx)
  return ids
}

async function addPostings(trx: Trx, kind: SearchedKind, id: number, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return
  await sql`insert into search_postings (word_id, kind, place, object_id)
    select one, cast(${numberOf(kind)} as integer), other, cast(${id} as integer) from ${jsonPairs(trx, postings)} pairs`.execute(
    trx,
  )
}

async function deletePostings(trx: Trx, kind: SearchedKind, id: number, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return
  await sql`delete from search_postings where object_id = ${id} and kind = ${numberOf(kind)}
    and (word_id, place) in (select one, other from ${jsonPairs(trx, postings)} pairs)`.execute(trx)
}

/** Deletes those of the words that occur in no text any more. */
async function deleteUnusedWords(trx: Trx, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const unused = await trx
      .selectFrom('search_words')
      .selectAll()
      .where('id', 'in', ids.slice(from, from + CHUNK))
      .where(sql<boolean>`not exists (select 1 from search_postings where search_postings.word_id = search_words.id)`)
      .execute()
    if (unused.length === 0) continue
    const variants = unused.flatMap(({ id, word }) => variantsOf(word).map((variant) => [variant, id] as const))
    await sql`delete from search_variants
      where (variant, word_id) in (select one, other from ${jsonPairs(trx, variants)} pairs)`.execute(trx)
    await trx
      .deleteFrom('search_words')
      .where(
        'id',
        'in',
        unused.map(({ id }) => id),
      )
      .execute()
  }
}

/** The number with which the index stores a kind. */
export const numberOf = (kind: SearchedKind): number => searchedKinds.indexOf(kind)
