import type { StartData } from '../../model/sqlLab/sqlLabAnswers.ts'
import { has, type Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import { endAbandoned } from './abandoned.ts'
import { queryAnswers } from './queryAnswer.ts'
import { tabAnswer } from './tabs.ts'

/** Maximum number of queries that the editor starts with, of all tabs together. */
const MOST_QUERIES = 500

/** What the editor starts with: the user's tabs, the databases, and the queries of the tabs. */
export async function startAnswer(
  services: Pick<Services, 'db' | 'access' | 'now' | 'config'>,
  subject: Subject,
): Promise<StartData> {
  const { db, access } = services
  const userId = subject.user?.id ?? 0
  await endAbandoned(services, userId)
  const databases = await db
    .selectFrom('databases')
    .select(['id', 'database_name', 'expose_in_sqllab', 'allow_run_async', 'allow_file_upload', 'allow_ctas'])
    .select(['allow_cvas', 'allow_dml', 'force_ctas_schema', 'backend'])
    .where('expose_in_sqllab', '=', true)
    .where(access.visible.databases(subject))
    .orderBy('id')
    .execute()
  if (!has(subject, 'can_get:TabStateView')) {
    return { defaultDbId: null, active_tab: null, databases: byId(databases), queries: {}, tab_state_ids: [] }
  }
  const tabs = await db.selectFrom('tab_states').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  const active = tabs.find((tab) => tab.active) ?? tabs.at(-1)
  const queries = await db
    .selectFrom('queries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('sql_editor_id', 'in', ['', ...tabs.map(({ id }) => String(id))])
    .orderBy('id', 'desc')
    .limit(MOST_QUERIES)
    .execute()
  const answers = await queryAnswers(db, queries.reverse())
  return {
    defaultDbId: null,
    active_tab: active ? await tabAnswer(db, active) : null,
    databases: byId(databases),
    queries: Object.fromEntries(answers.map((answer) => [answer.id, answer])),
    tab_state_ids: tabs.map(({ id, label }) => ({ id, label })),
  }
}

const byId = <Each extends { id: number }>(rows: readonly Each[]) =>
  Object.fromEntries(rows.map((row) => [row.id, row]))
