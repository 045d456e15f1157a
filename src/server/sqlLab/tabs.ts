import type { TabAnswer } from '../../model/sqlLab/sqlLabAnswers.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Db, Row } from '../storage/schema.ts'
import { queryAnswer } from './queryAnswer.ts'

/** A table in the left pane of a tab. */
const tableAnswer = (table: Row<'tab_table_schemas'>) => ({
  id: table.id,
  tab_state_id: table.tab_state_id,
  database_id: table.database_id,
  catalog: table.catalog,
  schema: table.schema,
  table: table.table_name,
  description: parseObject(table.description),
  expanded: table.expanded,
})

/** A tab with its tables, its last query and its saved query. */
export async function tabAnswer(db: Db, tab: Row<'tab_states'>): Promise<TabAnswer> {
  const tables = await db
    .selectFrom('tab_table_schemas')
    .selectAll()
    .where('tab_state_id', '=', tab.id)
    .orderBy('id', 'desc')
    .execute()
  const latest =
    tab.latest_query_id === null
      ? undefined
      : await db
          .selectFrom('queries')
          .selectAll()
          .where('client_id', '=', tab.latest_query_id)
          .where('user_id', '=', tab.user_id)
          .executeTakeFirst()
  return {
    id: tab.id,
    user_id: tab.user_id,
    label: tab.label,
    active: tab.active,
    database_id: tab.database_id,
    catalog: tab.catalog,
    schema: tab.schema,
    table_schemas: tables.map(tableAnswer),
    sql: tab.sql,
    query_limit: tab.query_limit,
    latest_query: latest ? await queryAnswer(db, latest) : null,
    autorun: tab.autorun,
    template_params: tab.template_params,
    hide_left_bar: tab.hide_left_bar,
    saved_query: tab.saved_query_id === null ? null : { id: tab.saved_query_id },
  }
}
