import type { FoundObject, SearchedKind } from '../../model/search/searchAnswer.ts'
import type { SearchedText } from '../../model/search/searchedTexts.ts'
import { queryWords } from '../../model/search/searchWords.ts'
import { isoTime } from '../../model/wire/wireTime.ts'
import { dashboardUrl } from '../entities/dashboards.ts'
import type { Db } from '../storage/schema.ts'
import { excerptOf } from './excerpt.ts'
import type { Found } from './findObjects.ts'

interface Row {
  id: number
  title: string | null
  source: string | null
  url: string
  changed_on: number
}

/** The found objects of one kind in the format of responses, in the same order. */
export async function describeFound(
  db: Db,
  kind: SearchedKind,
  { ids, words }: Found,
  text: string,
): Promise<FoundObject[]> {
  if (ids.length === 0) return []
  const rows = new Map((await rowsOf(db, kind, ids)).map((row) => [row.id, row]))
  const texts = await textsOf(db, kind, ids)
  // the typed words first, then the words of the index that were searched in place of misspelled ones
  const wanted = [...queryWords(text), ...words]
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const { title, source, url, changed_on } = row
    const match = excerptOf(texts.get(id) ?? [], wanted)
    return [{ kind, id, title: title ?? '', url, source, changed_on: isoTime(changed_on), match }]
  })
}

async function textsOf(db: Db, kind: SearchedKind, ids: readonly number[]): Promise<Map<number, SearchedText[]>> {
  const rows = await db
    .selectFrom('search_objects')
    .select(['object_id', 'texts_json'])
    .where('kind', '=', kind)
    .where('object_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ object_id, texts_json }) => [object_id, JSON.parse(texts_json) as SearchedText[]]))
}

async function rowsOf(db: Db, kind: SearchedKind, ids: readonly number[]): Promise<Row[]> {
  switch (kind) {
    case 'Dashboard': {
      const rows = await db
        .selectFrom('dashboards')
        .select(['id', 'dashboard_title as title', 'slug', 'changed_on'])
        .where('id', 'in', ids)
        .execute()
      return rows.map((row) => ({ ...row, source: null, url: dashboardUrl(row) }))
    }
    case 'Chart': {
      const rows = await db
        .selectFrom('charts')
        .leftJoin('datasets', 'datasets.id', 'charts.datasource_id')
        .select(['charts.id', 'slice_name as title', 'table_name as source', 'charts.changed_on'])
        .where('charts.id', 'in', ids)
        .execute()
      return rows.map((row) => ({ ...row, url: `/explore/?slice_id=${row.id}` }))
    }
    case 'Dataset': {
      const rows = await db
        .selectFrom('datasets')
        .leftJoin('databases', 'databases.id', 'datasets.database_id')
        .select(['datasets.id', 'table_name as title', 'database_name as source', 'datasets.changed_on'])
        .where('datasets.id', 'in', ids)
        .execute()
      return rows.map((row) => ({ ...row, url: `/explore/?datasource_type=table&datasource_id=${row.id}` }))
    }
    case 'SavedQuery': {
      const rows = await db
        .selectFrom('saved_queries')
        .leftJoin('databases', 'databases.id', 'saved_queries.db_id')
        .select(['saved_queries.id', 'label as title', 'database_name as source', 'saved_queries.changed_on'])
        .where('saved_queries.id', 'in', ids)
        .execute()
      return rows.map((row) => ({ ...row, url: `/superset/sqllab/?savedQueryId=${row.id}` }))
    }
  }
}
