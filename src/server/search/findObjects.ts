import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { type SearchedKind, searchPlaces } from '../../model/search/searchAnswer.ts'
import { queryWords } from '../../model/search/searchWords.ts'
import type { Subject } from '../access/subject.ts'
import type { Predicate } from '../listing/collection.ts'
import type { Services } from '../services.ts'
import { jsonPairs } from '../storage/jsonPairs.ts'
import type { Db, TableName } from '../storage/schema.ts'
import { type MatchingWord, wordsLike, wordsWith } from './matchingWords.ts'
import { numberOf } from './writeIndex.ts'

/** Objects of one kind that have all words, best first. */
export interface Found {
  ids: number[]
  /** There are more objects that the reader may see. */
  isMore: boolean
  /** The words of the index that were looked for. */
  words: string[]
}

/** With fewer results than this, words with typing errors are looked for too. */
const FEW = 5
/** Number of objects whose visibility is checked by one statement. */
const SLICE = 1000
/** Maximum number of objects of one kind that are ranked: a text that matches more of them is too general. */
const MOST_RANKED = 50_000
/** Number of objects that one statement compares with another list of words. */
const WINDOW = 10_000

/** The weight of a word by the place where it occurs. */
const weights: Record<(typeof searchPlaces)[number], number> = {
  title: 10,
  description: 5,
  column: 4,
  metric: 4,
  text: 3,
  sql: 2,
}

const tables = {
  Dashboard: 'dashboards',
  Chart: 'charts',
  Dataset: 'datasets',
  SavedQuery: 'saved_queries',
} as const satisfies Record<SearchedKind, TableName>

/** The rows that a reader may see: the same conditions as those of the lists. */
function visibleRows({ access }: Services, subject: Subject, kind: SearchedKind): Predicate {
  if (kind === 'Dashboard') return access.visible.dashboards(subject)
  if (kind === 'Chart') return access.visible.charts(subject)
  if (kind === 'Dataset') return access.visible.datasets(subject)
  return sql<SqlBool>`saved_queries.created_by = ${subject.user?.id ?? 0}`
}

/**
 * Objects that a reader may see and that have all words of the text. Whether typing errors are accepted depends on
 * visible results only, so that hidden objects have no visible effect.
 */
export async function findObjects(
  services: Services,
  subject: Subject,
  { text, kinds, limit }: { text: string; kinds: readonly SearchedKind[]; limit: number },
): Promise<Map<SearchedKind, Found>> {
  const { db } = services
  const typed = queryWords(text)
  if (typed.length === 0) return new Map()
  const exact: MatchingWord[][] = []
  for (const word of typed) exact.push(await wordsWith(db, word))
  const found = new Map<SearchedKind, Found>()
  for (const kind of kinds) found.set(kind, await findKind(services, subject, kind, exact, limit))
  const count = [...found.values()].reduce((sum, { ids }) => sum + ids.length, 0)
  if (count >= FEW) return found
  const alike: MatchingWord[][] = []
  const isOpen = !/\s$/.test(text)
  for (const [at, word] of typed.entries()) {
    const near = await wordsLike(db, word, isOpen && at === typed.length - 1)
    const known = new Set(exact[at]?.map(({ id }) => id))
    alike.push([...(exact[at] ?? []), ...near.filter(({ id }) => !known.has(id))])
  }
  if (alike.every((words, at) => words.length === exact[at]?.length)) return found
  for (const kind of kinds) found.set(kind, await findKind(services, subject, kind, alike, limit))
  return found
}

async function findKind(
  services: Services,
  subject: Subject,
  kind: SearchedKind,
  words: readonly (readonly MatchingWord[])[],
  limit: number,
): Promise<Found> {
  const { db } = services
  const found: Found = { ids: [], isMore: false, words: words.flat().map(({ word }) => word) }
  if (words.some((each) => each.length === 0)) return found
  const ranked = await rankedIds(db, kind, words)
  for (let from = 0; from < ranked.length && found.ids.length <= limit; from += SLICE) {
    await nextTurn()
    const slice = ranked.slice(from, from + SLICE)
    const visible = new Set(await visibleAmong(services, subject, kind, slice))
    found.ids.push(...slice.filter((id) => visible.has(id)))
  }
  found.isMore = found.ids.length > limit
  found.ids = found.ids.slice(0, limit)
  return found
}

/**
 * Ids of objects with a word of each list, best first; among equals the newest. One list after another, the rarest
 * first, so that each statement is short: later ones read only what the earlier ones have left.
 */
async function rankedIds(db: Db, kind: SearchedKind, words: readonly (readonly MatchingWord[])[]): Promise<number[]> {
  const lists: { list: readonly MatchingWord[]; count: number }[] = []
  for (const list of words) {
    lists.push({ list, count: words.length === 1 ? 0 : await countOf(db, kind, list) })
    await nextTurn()
  }
  let scores: Score[] | undefined
  for (const { list } of lists.toSorted((one, other) => one.count - other.count)) {
    scores = scores ? await scoresAmong(db, kind, list, scores) : await scoresOf(db, kind, list)
    await nextTurn()
    if (scores.length === 0) return []
  }
  return (scores ?? [])
    .toSorted(([oneId, oneScore], [otherId, otherScore]) => otherScore - oneScore || otherId - oneId)
    .map(([id]) => id)
}

/** How often the words occur; counting stops at `MOST_RANKED`. */
async function countOf(db: Db, kind: SearchedKind, words: readonly MatchingWord[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (select 1 from search_postings
    where kind = ${numberOf(kind)} and word_id in (select one from ${wordPairs(db, words)} pairs)
    limit ${MOST_RANKED}) counted`.execute(db)
  return Number(rows[0]?.n)
}

const wordPairs = (db: Db, words: readonly MatchingWord[]) =>
  jsonPairs(
    db,
    words.map(({ id, quality }) => [id, quality]),
  )

const weight = sql.join(
  searchPlaces.map((place, at) => sql`when ${sql.lit(at)} then ${sql.lit(weights[place])}`),
  sql` `,
)

type Score = readonly [id: number, score: number]

/** Those of the objects `among` that have one of the words, with the sum of both scores. Each statement is short. */
async function scoresAmong(
  db: Db,
  kind: SearchedKind,
  words: readonly MatchingWord[],
  among: readonly Score[],
): Promise<Score[]> {
  const byId = among.toSorted(([one], [other]) => one - other)
  const scores: Score[] = []
  for (let from = 0; from < byId.length; from += WINDOW) {
    scores.push(...(await scoresOf(db, kind, words, byId.slice(from, from + WINDOW))))
    await nextTurn()
  }
  return scores
}

/** Objects with one of the words, and their scores. `among`: see `scoresAmong`; sorted by id. */
async function scoresOf(
  db: Db,
  kind: SearchedKind,
  words: readonly MatchingWord[],
  among?: readonly Score[],
): Promise<Score[]> {
  const rest = among
    ? sql`and search_postings.object_id between ${among[0]?.[0]} and ${among.at(-1)?.[0]}
      join ${jsonPairs(db, among)} rest on rest.one = search_postings.object_id`
    : sql``
  const before = among ? sql` + max(rest.other)` : sql``
  const { rows } = await sql<{ id: number; score: number }>`
    select object_id as id, max(pairs.other * case place ${weight} end)${before} as score from ${wordPairs(db, words)} pairs
    join search_postings on search_postings.word_id = pairs.one and search_postings.kind = ${numberOf(kind)}
    ${rest} group by object_id limit ${MOST_RANKED}`.execute(db)
  return rows.map(({ id, score }) => [id, score] as const)
}

async function visibleAmong(
  services: Services,
  subject: Subject,
  kind: SearchedKind,
  ids: readonly number[],
): Promise<number[]> {
  const { db } = services
  // every table has an id; the union of their types guarantees no more than that
  const table = tables[kind] as 'charts'
  const rows = await db
    .selectFrom(table)
    .select(`${table}.id`)
    .where(
      sql<boolean>`${sql.ref(`${table}.id`)} in (select one from ${jsonPairs(
        db,
        ids.map((id) => [id, 0]),
      )} pairs)`,
    )
    .where(visibleRows(services, subject, kind))
    .execute()
  return rows.map(({ id }) => id)
}
