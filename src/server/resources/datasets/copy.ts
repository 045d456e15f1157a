import { randomUUID } from 'node:crypto'
import type { DatasetDuplicate } from '../../../model/dataset/datasetForm.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { type Subject, seesTables } from '../../access/subject.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { type Author, created, recordChange } from '../../entities/changes.ts'
import { visibleDatabase } from '../../entities/newDataset.ts'
import { addRelated, relations } from '../../entities/owners.ts'
import type { Services } from '../../services.ts'
import type { Row, Trx } from '../../storage/schema.ts'

/** The contract has one message for every error in a copy. */
const invalid = () => new AppError('GENERIC_COMMAND_ERROR', 422, 'Dataset parameters are invalid.')

/**
 * Copies a virtual dataset with its columns, metrics and row rules under a new name; the caller becomes the owner of
 * the copy. As for a new dataset, the caller must see all tables of the database, because owners may read their
 * datasets.
 */
export async function duplicateDataset(
  services: Services,
  subject: Subject,
  author: Author,
  { base_model_id: baseId, table_name: name }: DatasetDuplicate,
): Promise<number> {
  const { db, access } = services
  const base = await db
    .selectFrom('datasets')
    .selectAll()
    .where('id', '=', baseId)
    .where(access.visible.datasets(subject))
    .executeTakeFirst()
  const database = base?.sql ? await visibleDatabase(services, subject, base.database_id) : undefined
  if (!base || !database || !seesTables(subject, database)) throw invalid()
  return db.transaction().execute(async (trx) => {
    const taken = await trx
      .selectFrom('datasets')
      .select('id')
      .where('database_id', '=', base.database_id)
      .where('table_name', '=', name)
      .executeTakeFirst()
    if (taken) throw invalid()
    const { id: _id, uuid: _uuid, version: _version, answers_version: _answers, ...columns } = base
    const own = { is_managed_externally: false, external_url: null }
    const { id } = await trx
      .insertInto('datasets')
      .values({ ...columns, ...own, ...created(author), table_name: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addRelated(trx, relations.datasetOwners, id, author.userId === null ? [] : [author.userId])
    await copyParts(trx, author, base.id, id)
    await copyRowRules(trx, base.id, id)
    await recordChange(trx, author, 'create', { kind: 'Dataset', id })
    return id
  })
}

async function copyParts(trx: Trx, author: Author, from: number, to: number): Promise<void> {
  const columns = await trx
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', '=', from)
    .orderBy('id')
    .execute()
  const metrics = await trx
    .selectFrom('dataset_metrics')
    .selectAll()
    .where('dataset_id', '=', from)
    .orderBy('id')
    .execute()
  const copied = <Part extends Row<'dataset_columns'> | Row<'dataset_metrics'>>({ id: _id, ...part }: Part) => ({
    ...part,
    ...created(author, randomUUID()),
    dataset_id: to,
  })
  if (columns.length > 0) await trx.insertInto('dataset_columns').values(columns.map(copied)).execute()
  if (metrics.length > 0) await trx.insertInto('dataset_metrics').values(metrics.map(copied)).execute()
}

/** Row rules of a dataset apply to its copy as well; otherwise a copy would bypass them. */
async function copyRowRules(trx: Trx, from: number, to: number): Promise<void> {
  const rules = await trx.selectFrom('row_rule_datasets').select('rule_id').where('dataset_id', '=', from).execute()
  if (rules.length === 0) return
  await trx
    .insertInto('row_rule_datasets')
    .values(rules.map(({ rule_id }) => ({ rule_id, dataset_id: to })))
    .execute()
  await rightsChanged(trx)
}
