import type { SearchedKind } from '../../model/search/searchAnswer.ts'
import {
  chartTexts,
  dashboardTexts,
  datasetTexts,
  type SearchedText,
  savedQueryTexts,
} from '../../model/search/searchedTexts.ts'
import type { Db } from '../storage/schema.ts'

/** The texts of an object; undefined if it does not exist. */
export async function indexedTexts(db: Db, kind: SearchedKind, id: number): Promise<SearchedText[] | undefined> {
  switch (kind) {
    case 'Dashboard': {
      const row = await db
        .selectFrom('dashboards')
        .select(['dashboard_title', 'slug', 'description', 'certified_by', 'position_json'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row && dashboardTexts(row)
    }
    case 'Chart': {
      const row = await db
        .selectFrom('charts')
        .select(['slice_name', 'description', 'certified_by', 'params'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row && chartTexts(row)
    }
    case 'Dataset': {
      const row = await db
        .selectFrom('datasets')
        .select(['table_name', 'description'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) return undefined
      const columns = await db
        .selectFrom('dataset_columns')
        .select(['column_name as name', 'verbose_name', 'description'])
        .where('dataset_id', '=', id)
        .orderBy('id')
        .execute()
      const metrics = await db
        .selectFrom('dataset_metrics')
        .select(['metric_name as name', 'verbose_name', 'description'])
        .where('dataset_id', '=', id)
        .orderBy('id')
        .execute()
      return datasetTexts({ ...row, columns, metrics })
    }
    case 'SavedQuery': {
      const row = await db
        .selectFrom('saved_queries')
        .select(['label', 'description', 'sql'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row && savedQueryTexts(row)
    }
  }
}
