import { type SqlBool, sql } from 'kysely'
import { isoTime } from '../../../model/wire/wireTime.ts'
import { changedByFolder } from '../../access/folderRights.ts'
import { selectStar, typeOf } from '../../entities/datasetObject.ts'
import { inFolder } from '../../entities/folders.ts'
import { findOwners, findPeople, shortPerson } from '../../entities/people.ts'
import { changeFields, nameOrder } from '../../listing/changeFields.ts'
import type { Collection, LoadContext } from '../../listing/collection.ts'
import { isTrue } from '../../listing/favourites.ts'
import { searchedText } from '../../listing/searchedText.ts'
import { ownPath } from '../../ownPath.ts'
import type { Db, Row } from '../../storage/schema.ts'

const listColumns = [
  'id',
  'database.id',
  'database.database_name',
  'changed_by_name',
  'changed_by_url',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_utc',
  'changed_on_delta_humanized',
  'default_endpoint',
  'description',
  'datasource_type',
  'explore_url',
  'extra',
  'kind',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'schema',
  'sql',
  'table_name',
]

/** Columns of the response for one dataset. */
export const datasetShowColumns = [
  'id',
  'database.database_name',
  'database.id',
  'table_name',
  'sql',
  'filter_select_enabled',
  'fetch_values_predicate',
  'schema',
  'description',
  'main_dttm_col',
  'offset',
  'default_endpoint',
  'cache_timeout',
  'is_sqllab_view',
  'template_params',
  'select_star',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'columns.advanced_data_type',
  'columns.changed_on',
  'columns.column_name',
  'columns.created_on',
  'columns.description',
  'columns.expression',
  'columns.filterable',
  'columns.groupby',
  'columns.id',
  'columns.is_active',
  'columns.extra',
  'columns.is_dttm',
  'columns.python_date_format',
  'columns.type',
  'columns.uuid',
  'columns.verbose_name',
  'metrics',
  'metrics.changed_on',
  'metrics.created_on',
  'metrics.d3format',
  'metrics.description',
  'metrics.expression',
  'metrics.extra',
  'metrics.id',
  'metrics.metric_name',
  'metrics.metric_type',
  'metrics.verbose_name',
  'metrics.warning_text',
  'datasource_type',
  'url',
  'extra',
  'kind',
  'created_on',
  'created_on_humanized',
  'created_by.first_name',
  'created_by.last_name',
  'changed_on',
  'changed_on_humanized',
  'changed_by.first_name',
  'changed_by.last_name',
  'columns.type_generic',
  'database.backend',
  'columns.advanced_data_type',
  'is_managed_externally',
]

const column = (name: string) => sql.ref(`datasets.${name}`)
const text = (name: string) => ({ type: 'text', column: column(name) }) as const
const databaseName = sql`(select databases.database_name from databases where databases.id = datasets.database_id)`

/** Lists of datasets: columns that may be shown, sorted and searched. */
export const datasetCollection: Collection = {
  table: 'datasets',
  title: 'Sqla Table',
  listColumns,
  laterColumns: ['is_editor'],
  orderColumns: {
    table_name: sql`lower(datasets.table_name)`,
    schema: column('schema'),
    'changed_by.first_name': sql.raw(nameOrder('datasets', 'changed_by', 'first_name')),
    changed_on_delta_humanized: column('changed_on'),
    'database.database_name': databaseName,
  },
  textOrders: ['table_name', 'schema', 'changed_by.first_name', 'database.database_name'],
  searchColumns: {
    changed_by: { type: 'toOne', column: column('changed_by') },
    created_by: { type: 'toOne', column: column('created_by') },
    database: { type: 'toOne', column: column('database_id') },
    id: {
      type: 'integer',
      column: column('id'),
      custom: {
        in_folder: { where: (value, subject) => inFolder('Dataset', value, subject) },
        dataset_is_certified: {
          name: 'Is certified',
          where: (value) => {
            const certified = sql<SqlBool>`coalesce(datasets.extra, '') like '%"certification":%'`
            return isTrue(value) ? certified : sql<SqlBool>`not (${certified})`
          },
        },
      },
    },
    owners: {
      type: 'toMany',
      holds: (id) =>
        sql<SqlBool>`exists (select 1 from dataset_owners where dataset_id = datasets.id and user_id = ${id})`,
    },
    schema: text('schema'),
    sql: {
      ...text('sql'),
      custom: {
        dataset_is_null_or_empty: {
          name: 'Null or Empty',
          where: (value) =>
            isTrue(value)
              ? sql<SqlBool>`coalesce(datasets.sql, '') = ''`
              : sql<SqlBool>`coalesce(datasets.sql, '') <> ''`,
        },
      },
    },
    table_name: { ...text('table_name'), index: searchedText('datasets', 'table_name') },
  },
  visible: ({ access }, subject) => access.visible.datasets(subject),
  load: loadDatasets,
}

/** Datasets in the format of responses, with the requested relations. */
async function loadDatasets(ids: number[], { db, subject, now, wanted }: LoadContext) {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('datasets').selectAll().where('id', 'in', ids).execute()
  if (rows.length === 0) return new Map()
  const people = await findPeople(
    db,
    rows.flatMap((row) => [row.created_by, row.changed_by]),
  )
  const owners = wanted.has('owners') ? await findOwners(db, 'dataset_owners', ids) : undefined
  const edited = wanted.has('is_editor') ? await changedByFolder(db, subject, 'Dataset', ids) : undefined
  const databases = await db
    .selectFrom('databases')
    .select(['id', 'database_name', 'backend'])
    .where('id', 'in', [...new Set(rows.map((row) => row.database_id))])
    .execute()
  const columns = wanted.has('columns') ? await columnsOf(db, ids) : undefined
  const metrics = wanted.has('metrics') ? await metricsOf(db, ids) : undefined
  return new Map(
    rows.map((row) => {
      const changes = changeFields(row, people, now)
      const fields = {
        ...row,
        ...changes,
        created_on: isoTime(row.created_on),
        changed_on: isoTime(row.changed_on),
        created_on_humanized: changes.created_on_delta_humanized,
        changed_on_humanized: changes.changed_on_delta_humanized,
        database: databases.find((database) => database.id === row.database_id) ?? null,
        datasource_type: 'table',
        kind: row.sql ? 'virtual' : 'physical',
        explore_url: exploreUrl(row),
        url: `/tablemodelview/edit/${row.id}`,
        select_star: selectStar(row),
        owners: owners?.get(row.id)?.map(shortPerson) ?? [],
        is_editor: edited?.has(row.id) ?? false,
        columns: columns?.get(row.id) ?? [],
        metrics: metrics?.get(row.id) ?? [],
      }
      return [row.id, fields]
    }),
  )
}

/**
 * The link of a dataset's name: the page of this site that its owner chose (stored as a path), else the chart builder.
 */
const exploreUrl = ({ id, default_endpoint: chosen }: Row<'datasets'>) =>
  (chosen && ownPath(chosen, 'http://own.invalid')) || `/explore/?datasource_type=table&datasource_id=${id}`

async function columnsOf(db: Db, ids: number[]) {
  const rows = await db.selectFrom('dataset_columns').selectAll().where('dataset_id', 'in', ids).orderBy('id').execute()
  const objects = rows.map((row) => ({ dataset_id: row.dataset_id, object: columnItem(row) }))
  return grouped(objects)
}

async function metricsOf(db: Db, ids: number[]) {
  const rows = await db.selectFrom('dataset_metrics').selectAll().where('dataset_id', 'in', ids).orderBy('id').execute()
  const objects = rows.map((row) => ({ dataset_id: row.dataset_id, object: metricItem(row) }))
  return grouped(objects)
}

const grouped = <T>(objects: { dataset_id: number; object: T }[]): Map<number, T[]> =>
  new Map(
    [...Map.groupBy(objects, (entry) => entry.dataset_id)].map(([id, list]) => [id, list.map((entry) => entry.object)]),
  )

const columnItem = (row: Row<'dataset_columns'>) => ({
  id: row.id,
  uuid: row.uuid,
  column_name: row.column_name,
  verbose_name: row.verbose_name,
  type: row.type,
  type_generic: typeOf(row),
  advanced_data_type: row.advanced_data_type,
  expression: row.expression,
  description: row.description,
  filterable: row.filterable,
  groupby: row.groupby,
  is_dttm: row.is_dttm,
  is_active: row.is_active,
  python_date_format: row.python_date_format,
  extra: row.extra,
  created_on: isoTime(row.created_on),
  changed_on: isoTime(row.changed_on),
})

const metricItem = (row: Row<'dataset_metrics'>) => ({
  id: row.id,
  uuid: row.uuid,
  metric_name: row.metric_name,
  verbose_name: row.verbose_name,
  metric_type: row.metric_type,
  expression: row.expression,
  description: row.description,
  d3format: row.d3format,
  currency: row.currency,
  warning_text: row.warning_text,
  extra: row.extra,
  created_on: isoTime(row.created_on),
  changed_on: isoTime(row.changed_on),
})
