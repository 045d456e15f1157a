import { randomUUID } from 'node:crypto'
import type { DatasetCreate, DatasetGetOrCreate } from '../../model/dataset/datasetForm.ts'
import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import type { Db, Trx } from '../storage/schema.ts'
import { type Author, created, recordChange } from './changes.ts'
import { addRelated, ownersOfNew, relations, unprocessable } from './owners.ts'
import { isTime, type SourceColumn, sourceColumns } from './sourceColumns.ts'
import { sourceFault } from './sourceRights.ts'

type Fields = Record<string, unknown>

/**
 * Data that older clients send when a query of SQL Lab becomes a dataset. Such a dataset has fewer default settings.
 */
interface FromSqlLab {
  /** Columns that are times, in addition to those that the database reports as such. */
  times: ReadonlySet<string>
}

/**
 * Creates a dataset from a table or a SQL statement, with the columns that the database reports and the metric `count`.
 */
export async function createDataset(
  services: Services,
  subject: Subject,
  author: Author,
  body: DatasetCreate & Pick<DatasetGetOrCreate, 'template_params'>,
  fromSqlLab?: FromSqlLab,
): Promise<number> {
  const fields: Fields = {}
  const database = await visibleDatabase(services, subject, body.database)
  if (!database) throw unprocessable({ database: ['Database does not exist'] })
  const { db } = services
  if (await findByName(db, body.database, body.schema ?? null, body.table_name))
    fields['table_name'] = [`Dataset ${body.table_name} already exists`]
  const owners = await ownersOfNew(db, subject, body.owners, fields)
  const source = {
    databaseId: body.database,
    catalog: body.catalog ?? null,
    schema: body.schema || null,
    table_name: body.table_name,
    sql: body.sql ?? null,
    template_params: body.template_params ?? null,
  }
  const fault = await sourceFault(services, subject, database, source)
  if (fault !== undefined && body.sql) fields['sql'] = [fault]
  // a table that the user may not see is reported as missing
  const columns = fault === undefined ? await sourceColumns(services, source, subject) : undefined
  if (!columns && !body.sql && !fields['table_name']) {
    const hint = 'please double check your database connection, schema, and table name'
    fields['table_name'] = [`Table [${body.table_name}] could not be found, ${hint}`]
  }
  if (Object.keys(fields).length > 0 || !columns) throw unprocessable(fields)
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('datasets')
      .values({
        ...created(author),
        table_name: body.table_name,
        database_id: body.database,
        catalog: body.catalog ?? null,
        schema: body.schema ?? null,
        sql: body.sql ?? null,
        template_params: body.template_params ?? null,
        main_dttm_col: fromSqlLab ? null : (columns.find(isTime)?.name ?? null),
        is_sqllab_view: fromSqlLab !== undefined,
        filter_select_enabled: fromSqlLab === undefined,
        is_managed_externally: body.is_managed_externally ?? false,
        external_url: body.external_url ?? null,
        normalize_columns: body.normalize_columns ?? false,
        always_filter_main_dttm: body.always_filter_main_dttm ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addRelated(trx, relations.datasetOwners, id, owners)
    await addSourceColumns(trx, author, id, columns, fromSqlLab?.times)
    await trx
      .insertInto('dataset_metrics')
      .values({
        ...made(author),
        dataset_id: id,
        metric_name: 'count',
        ...(fromSqlLab
          ? { expression: 'count(*)' }
          : { verbose_name: 'COUNT(*)', metric_type: 'count', expression: 'COUNT(*)' }),
      })
      .execute()
    await recordChange(trx, author, 'create', { kind: 'Dataset', id })
    return id
  })
}

/** The dataset with this name in this database, if it exists. */
export async function findByName(db: Db, databaseId: number, schema: string | null, name: string) {
  const rows = await db
    .selectFrom('datasets')
    .select(['id', 'schema'])
    .where('database_id', '=', databaseId)
    .where('table_name', '=', name)
    .execute()
  return rows.find((row) => (row.schema ?? '') === (schema ?? ''))?.id
}

/** The database, if the subject may see it. */
export function visibleDatabase({ db, access }: Services, subject: Subject, id: number) {
  return db
    .selectFrom('databases')
    .select(['id', 'is_embedded'])
    .where('id', '=', id)
    .where(access.visible.databases(subject))
    .executeTakeFirst()
}

/** Adds columns of the source to a dataset. */
export async function addSourceColumns(
  trx: Trx,
  author: Author,
  datasetId: number,
  columns: SourceColumn[],
  times: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (columns.length === 0) return
  await trx
    .insertInto('dataset_columns')
    .values(
      columns.map((column) => ({
        ...made(author),
        dataset_id: datasetId,
        column_name: column.name,
        type: column.type,
        is_dttm: isTime(column) || times.has(column.name),
      })),
    )
    .execute()
}

const made = ({ now, userId }: Author) => ({
  uuid: randomUUID(),
  created_on: now,
  changed_on: now,
  created_by: userId,
  changed_by: userId,
})

/** The dataset of a table by its name in the database, in any schema. It is created if the caller sees none. */
export async function getOrCreateDataset(
  services: Services,
  subject: Subject,
  author: Author,
  { database_id: database, ...body }: DatasetGetOrCreate,
): Promise<number> {
  const known = await visibleByName(services, subject, database, body.table_name)
  return known ?? createDataset(services, subject, author, { ...body, database })
}

async function visibleByName(
  { db, access }: Services,
  subject: Subject,
  databaseId: number,
  name: string,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', databaseId)
    .where('table_name', '=', name)
    .where(access.visible.datasets(subject))
    .orderBy('id')
    .executeTakeFirst()
  return found?.id
}
