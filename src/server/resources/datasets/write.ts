import type { DatasetUpdate } from '../../../model/dataset/datasetForm.ts'
import type { Subject } from '../../access/subject.ts'
import { type Author, changed, lockRow, recordChange } from '../../entities/changes.ts'
import { HELD_BY_RULES, isHeldByRules, isSameSource } from '../../entities/datasetSource.ts'
import { findByName, visibleDatabase } from '../../entities/newDataset.ts'
import {
  checkOwners,
  forbidden,
  maySetPeople,
  notFound,
  relations,
  setRelated,
  unprocessable,
} from '../../entities/owners.ts'
import { currentColumns, followColumns } from '../../entities/refreshDataset.ts'
import { needsTables, sourceFault } from '../../entities/sourceRights.ts'
import { moveToTrash } from '../../entities/trash.ts'
import { recordReplaced } from '../../entities/versions.ts'
import { ownPath } from '../../ownPath.ts'
import type { Services } from '../../services.ts'
import type { Row, RowUpdate } from '../../storage/schema.ts'
import { replaceColumns, replaceMetrics } from './parts.ts'

type Fields = Record<string, unknown>

const unsafeEndpoint = 'The submitted URL is not considered safe, only use URLs with the same domain as Superset.'

/**
 * Changes a dataset. Fields that are not in the body are not changed; lists are replaced. `overrideColumns` rebuilds
 * all columns from the body's list and the source; `syncColumns` keeps the settings of those that still exist. If the
 * source cannot be read, nothing is changed.
 */
export async function updateDataset(
  services: Services,
  subject: Subject,
  author: Author,
  id: number,
  body: DatasetUpdate & { params?: string | null },
  options: { ifMatch: string | undefined; overrideColumns: boolean; syncColumns: boolean },
): Promise<number> {
  await mayChange(services, subject, id, body)
  const setsPeople = await maySetPeople(services, subject, { kind: 'Dataset', id }, [
    [relations.datasetOwners, body.owners],
  ])
  const judged = await judgedSource(services, subject, id, body)
  const found = await foundColumns(services, subject, judged, options)
  return services.db.transaction().execute(async (trx) => {
    const dataset = await lockRow(trx, 'datasets', id, options.ifMatch)
    if (!dataset) throw notFound()
    const fields: Fields = {}
    const changes = columnsOf(body)
    if (body.default_endpoint) {
      changes.default_endpoint = ownPath(body.default_endpoint, services.baseUrl())
      if (changes.default_endpoint === undefined) fields['default_endpoint'] = [unsafeEndpoint]
    }
    const next = { ...dataset, ...changes } as Row<'datasets'>
    const sourceField = body.sql === undefined ? 'table_name' : 'sql'
    const isJudged = isSameSource(next, judged.next)
    const fault = isSameSource(next, dataset) ? undefined : isJudged ? judged.fault : needsTables
    if (fault !== undefined) fields[sourceField] = [fault]
    else if (!isSameSource(next, dataset) && (await isHeldByRules(trx, subject, dataset)))
      fields[sourceField] = [HELD_BY_RULES]
    const name = body.table_name ?? dataset.table_name
    const schema = body.schema === undefined ? dataset.schema : body.schema
    const sameName = await findByName(trx, body.database_id ?? dataset.database_id, schema, name)
    if (sameName !== undefined && sameName !== id) fields['table_name'] = [`Dataset ${name} already exists`]
    const owners = setsPeople && body.owners && (await checkOwners(trx, subject, body.owners, fields))
    await recordReplaced(trx, 'Dataset', dataset)
    if (body.columns) await replaceColumns(trx, author, id, body.columns, fields, options.overrideColumns)
    else if (options.overrideColumns) await trx.deleteFrom('dataset_columns').where('dataset_id', '=', id).execute()
    if (body.metrics) await replaceMetrics(trx, author, id, body.metrics, fields)
    if (Object.keys(fields).length > 0) throw unprocessable(fields)
    await trx
      .updateTable('datasets')
      .set({ ...changes, ...changed(author) })
      .where('id', '=', id)
      .execute()
    if (owners) await setRelated(trx, relations.datasetOwners, id, owners)
    await recordChange(trx, author, 'update', { kind: 'Dataset', id }, { fields: Object.keys(body) })
    if (found) await followColumns(trx, author, id, found)
    return dataset.version + 1
  })
}

/** The columns that a dataset would have after a change, read from its new source. Nothing is changed. */
export async function columnsAfter(services: Services, subject: Subject, id: number, body: DatasetUpdate) {
  await mayChange(services, subject, id, body)
  const judged = await judgedSource(services, subject, id, body)
  const found = await foundColumns(services, subject, judged, { overrideColumns: false, syncColumns: true })
  if (!found) throw unprocessable({ [body.sql == null ? 'table_name' : 'sql']: [judged.fault ?? needsTables] })
  return found.map(({ name, type }) => ({ name, type }))
}

async function mayChange(services: Services, subject: Subject, id: number, body: DatasetUpdate): Promise<void> {
  await services.can(subject, 'write', { kind: 'Dataset', id })
  if (body.database_id !== undefined && !(await visibleDatabase(services, subject, body.database_id)))
    throw unprocessable({ database: ['Database does not exist'] })
}

/** A dataset after a change. `fault`: why the user may not let it read its new source, if so. */
interface Judged {
  next: Row<'datasets'>
  fault: string | undefined
}

/**
 * A user may let a dataset read the source that it already reads, or one for which the user could create a dataset.
 * Checked before the transaction: the engine reads the SQL.
 */
async function judgedSource(services: Services, subject: Subject, id: number, body: DatasetUpdate): Promise<Judged> {
  const dataset = await services.db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst()
  if (!dataset) throw notFound()
  const next = { ...dataset, ...columnsOf(body) } as Row<'datasets'>
  if (isSameSource(next, dataset)) return { next, fault: undefined }
  const database = await services.db
    .selectFrom('databases')
    .select(['id', 'is_embedded'])
    .where('id', '=', next.database_id)
    .executeTakeFirstOrThrow()
  return { next, fault: await sourceFault(services, subject, database, next) }
}

/** The columns of the new source, if they are requested. */
async function foundColumns(
  services: Services,
  subject: Subject,
  { next, fault }: Judged,
  { overrideColumns, syncColumns }: { overrideColumns: boolean; syncColumns: boolean },
) {
  if (!overrideColumns && !syncColumns) return undefined
  // without the right to use the source, it is not read: the change is rejected with `fault`
  return fault === undefined ? currentColumns(services, subject, next) : undefined
}

/** Deletes datasets, all or none. Their charts are not deleted, and report that their dataset is missing. */
export async function deleteDatasets(
  { db, can }: Services,
  subject: Subject,
  author: Author,
  ids: number[],
): Promise<void> {
  for (const id of ids) await can(subject, 'read', { kind: 'Dataset', id })
  for (const id of ids) await can(subject, 'write', { kind: 'Dataset', id })
  await db.transaction().execute(async (trx) => {
    const datasets = await trx.selectFrom('datasets').select(['id', 'sql']).where('id', 'in', ids).execute()
    for (const dataset of datasets) if (await isHeldByRules(trx, subject, dataset)) throw forbidden(HELD_BY_RULES)
    await moveToTrash(trx, author, 'Dataset', ids)
    await trx.deleteFrom('datasets').where('id', 'in', ids).execute()
    for (const id of ids) await recordChange(trx, author, 'delete', { kind: 'Dataset', id })
  })
}

/** Deletes one column or metric. */
export async function deletePart(
  { db, can }: Services,
  subject: Subject,
  author: Author,
  part: { table: 'dataset_columns' | 'dataset_metrics'; datasetId: number; id: number },
): Promise<void> {
  await can(subject, 'read', { kind: 'Dataset', id: part.datasetId })
  const found = await db
    .selectFrom(part.table)
    .select('id')
    .where('id', '=', part.id)
    .where('dataset_id', '=', part.datasetId)
    .executeTakeFirst()
  if (!found) throw notFound()
  await can(subject, 'write', { kind: 'Dataset', id: part.datasetId })
  await db.transaction().execute(async (trx) => {
    const dataset = await lockRow(trx, 'datasets', part.datasetId)
    if (!dataset) throw notFound()
    await recordReplaced(trx, 'Dataset', dataset)
    await trx.deleteFrom(part.table).where('id', '=', part.id).execute()
    await trx.updateTable('datasets').set(changed(author)).where('id', '=', part.datasetId).execute()
    await recordChange(trx, author, 'update', { kind: 'Dataset', id: part.datasetId }, { fields: [part.table] })
  })
}

function columnsOf(body: DatasetUpdate & { params?: string | null }): RowUpdate<'datasets'> {
  const { owners: _o, columns: _c, metrics: _m, table_name, database_id, offset, ...rest } = body
  const { normalize_columns, always_filter_main_dttm, is_sqllab_view, ...more } = rest
  const { filter_select_enabled, is_managed_externally, ...nullable } = more
  const set = { table_name, database_id, offset, normalize_columns, always_filter_main_dttm, is_sqllab_view }
  const required = { ...set, filter_select_enabled, is_managed_externally }
  // These cannot be empty: null means that they are not changed.
  return { ...nullable, ...Object.fromEntries(Object.entries(required).filter(([, value]) => value != null)) }
}
