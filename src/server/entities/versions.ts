import type { VersionKind, VersionRow } from '../../model/versions/versionAnswers.ts'
import type { VersionContent } from '../../model/versions/versionParts.ts'
import { parseObject } from '../../model/wire/json.ts'
import { isoTime } from '../../model/wire/wireTime.ts'
import type { Db, Row, Trx } from '../storage/schema.ts'
import { findPeople, personOf } from './people.ts'

/**
 * The history of charts, dashboards and datasets. A change stores the state that it replaces; the current state is the
 * object itself. Rights (owners, roles, publication) are not part of it: restoring a version never shares anything.
 */

/** Maximum number of stored states of one object; older ones are deleted. */
const mostVersions = 200

const words = (text: string) => text.trim().split(/\s+/)

const fields = {
  Chart: words(`slice_name description viz_type datasource_id params query_context cache_timeout certified_by
    certification_details`),
  Dashboard: words('dashboard_title slug css position_json json_metadata certified_by certification_details'),
  Dataset: words(`table_name database_id catalog schema sql description main_dttm_col default_endpoint offset
    cache_timeout template_params filter_select_enabled fetch_values_predicate extra normalize_columns
    always_filter_main_dttm`),
} as const

/** Fields of columns and metrics, as in the body of a change. */
const columnFields = words(`column_name type advanced_data_type verbose_name description expression extra filterable
  groupby is_active is_dttm python_date_format`)
const metricFields = words(
  'metric_name expression description extra metric_type d3format currency verbose_name warning_text',
)

const tables = { Chart: 'charts', Dashboard: 'dashboards', Dataset: 'datasets' } as const
type Stored = Row<'charts'> | Row<'dashboards'> | Row<'datasets'>

const pick = (row: object, names: readonly string[]): VersionContent => {
  const values = row as VersionContent
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}

async function contentOf(db: Db, kind: VersionKind, row: Stored): Promise<VersionContent> {
  const content = pick(row, fields[kind])
  if (kind !== 'Dataset') return content
  const [columns, metrics] = [
    await db.selectFrom('dataset_columns').selectAll().where('dataset_id', '=', row.id).orderBy('id').execute(),
    await db.selectFrom('dataset_metrics').selectAll().where('dataset_id', '=', row.id).orderBy('id').execute(),
  ]
  return {
    ...content,
    columns: columns.map((column) => pick(column, columnFields)),
    metrics: metrics.map((metric) => pick(metric, metricFields)),
  }
}

/** A query context is computed from the rest; storing one does not count as a change. */
const isSame = (one: VersionContent, other: VersionContent) =>
  JSON.stringify({ ...one, query_context: null }) === JSON.stringify({ ...other, query_context: null })

const versionsOf = (db: Db, kind: VersionKind, id: number) =>
  db.selectFrom('versions').where('kind', '=', kind).where('object_id', '=', id)

const lastVersion = (db: Db, kind: VersionKind, id: number) =>
  versionsOf(db, kind, id).selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()

/**
 * Stores the state that a change is about to replace, unless it is stored already. `row`: locked, as it was before the
 * change.
 */
export async function recordReplaced(trx: Trx, kind: VersionKind, row: Stored): Promise<void> {
  const content = await contentOf(trx, kind, row)
  const last = await lastVersion(trx, kind, row.id)
  if (last && isSame(parseObject(last.content_json), content)) return
  const { id, version, changed_on, changed_by } = row
  const saved = { kind, object_id: id, version, saved_on: changed_on, saved_by: changed_by }
  await trx
    .insertInto('versions')
    .values({ ...saved, content_json: JSON.stringify(content) })
    .onConflict((conflict) => conflict.columns(['kind', 'object_id', 'version']).doNothing())
    .execute()
  const tooOld = await versionsOf(trx, kind, id)
    .select('id')
    .orderBy('version', 'desc')
    .offset(mostVersions)
    .limit(mostVersions)
    .execute()
  if (tooOld.length > 0)
    await trx
      .deleteFrom('versions')
      .where(
        'id',
        'in',
        tooOld.map((each) => each.id),
      )
      .execute()
}

/** The history of objects that are deleted permanently. */
export async function deleteVersions(trx: Trx, kind: VersionKind, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('versions').where('kind', '=', kind).where('object_id', 'in', ids).execute()
}

interface Current {
  row: Stored
  content: VersionContent
}

/** An object as it is now; undefined if it does not exist. */
async function currentOf(db: Db, kind: VersionKind, id: number): Promise<Current | undefined> {
  // the columns of the three tables that are used here are the same
  const row = (await db
    .selectFrom(tables[kind] as 'charts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as Stored | undefined
  return row && { row, content: await contentOf(db, kind, row) }
}

/** The saved states of an object, the newest first; undefined if it does not exist. */
export async function listVersions(db: Db, kind: VersionKind, id: number): Promise<VersionRow[] | undefined> {
  const now = await currentOf(db, kind, id)
  if (!now) return undefined
  const stored = await versionsOf(db, kind, id)
    .select(['version', 'saved_on', 'saved_by'])
    .orderBy('version', 'desc')
    .execute()
  const last = await lastVersion(db, kind, id)
  const { version, changed_on, changed_by } = now.row
  // the current state may already be stored: the last changes then concerned owners or other things that are not part
  // of the history
  const isStored = last !== undefined && isSame(parseObject(last.content_json), now.content)
  const rows = isStored ? stored : [{ version, saved_on: changed_on, saved_by: changed_by }, ...stored]
  const people = await findPeople(
    db,
    rows.map((row) => row.saved_by),
  )
  return rows.map((row, at) => ({
    version: row.version,
    saved_on: isoTime(row.saved_on),
    saved_by: personOf(people, row.saved_by),
    is_current: at === 0,
  }))
}

/** The state of an object in one version; undefined if it is not known. */
export async function contentOfVersion(
  db: Db,
  kind: VersionKind,
  id: number,
  version: number | 'current' | { before: number },
): Promise<VersionContent | undefined> {
  const now = await currentOf(db, kind, id)
  if (!now || version === 'current' || version === now.row.version) return now?.content
  const stored = versionsOf(db, kind, id).select('content_json').orderBy('version', 'desc').limit(1)
  const row = await (typeof version === 'number'
    ? stored.where('version', '=', version)
    : stored.where('version', '<', version.before)
  ).executeTakeFirst()
  return row && parseObject(row.content_json)
}
