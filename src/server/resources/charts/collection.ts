import { type SqlBool, sql } from 'kysely'
import { maybeIsoTime } from '../../../model/wire/wireTime.ts'
import { visible } from '../../access/access.ts'
import { changedByFolder } from '../../access/folderRights.ts'
import type { Subject } from '../../access/subject.ts'
import { chartDigest, chartUrl, descriptionHtml } from '../../entities/charts.ts'
import { qualifiedName } from '../../entities/datasets.ts'
import { inFolder } from '../../entities/folders.ts'
import { findOwners, findPeople, personOf, shortPerson } from '../../entities/people.ts'
import { findTags, hasTag } from '../../entities/tags.ts'
import { changeFields, nameOrder } from '../../listing/changeFields.ts'
import type { Collection, LoadContext } from '../../listing/collection.ts'
import { hasCreator, isMine, isStarred, isTrue } from '../../listing/favourites.ts'
import { anyContains } from '../../listing/filters.ts'
import { type SearchedText, searchedText } from '../../listing/searchedText.ts'
import type { Db, Row } from '../../storage/schema.ts'

const listColumns = [
  'is_managed_externally',
  'certified_by',
  'certification_details',
  'cache_timeout',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_by_name',
  'changed_by_url',
  'changed_on_delta_humanized',
  'changed_on_utc',
  'created_by.first_name',
  'created_by.id',
  'created_by.last_name',
  'created_on_delta_humanized',
  'datasource_id',
  'datasource_name_text',
  'datasource_type',
  'datasource_url',
  'description',
  'description_markeddown',
  'edit_url',
  'id',
  'last_saved_at',
  'last_saved_by.id',
  'last_saved_by.first_name',
  'last_saved_by.last_name',
  'owners.first_name',
  'owners.id',
  'owners.last_name',
  'dashboards.id',
  'dashboards.dashboard_title',
  'params',
  'slice_name',
  'table.default_endpoint',
  'table.table_name',
  'thumbnail_url',
  'url',
  'viz_type',
]

/** Columns of the response for one chart. */
export const chartShowColumns = [
  'cache_timeout',
  'certified_by',
  'certification_details',
  'changed_on_delta_humanized',
  'dashboards.dashboard_title',
  'dashboards.id',
  'dashboards.json_metadata',
  'description',
  'id',
  'owners.first_name',
  'owners.id',
  'owners.last_name',
  'dashboards.id',
  'dashboards.dashboard_title',
  'params',
  'slice_name',
  'thumbnail_url',
  'url',
  'viz_type',
  'query_context',
  'is_managed_externally',
]

const column = (name: string) => sql.ref(`charts.${name}`)
const datasetName = sql<string>`(select datasets.table_name from datasets where datasets.id = charts.datasource_id)`
const text = (name: string) => ({ type: 'text', column: column(name) }) as const
const searched = (name: string) => ({ ...text(name), index: searchedText('charts', name) })
const searchedDatasetName: SearchedText = {
  column: datasetName,
  id: column('id'),
  matching: (pattern) =>
    sql`select id from charts where datasource_id in (${searchedText('datasets', 'table_name').matching(pattern)})`,
}
const userOrder = (name: string, part: 'first_name' | 'last_name' | 'id') => sql.raw(nameOrder('charts', name, part))

/** Lists of charts: columns that may be shown, sorted and searched. */
export const chartCollection: Collection = {
  table: 'charts',
  title: 'Slice',
  listColumns,
  laterColumns: ['tags.id', 'tags.name', 'tags.type', 'is_editor'],
  orderColumns: {
    'changed_by.first_name': userOrder('changed_by', 'first_name'),
    changed_on_delta_humanized: column('changed_on'),
    datasource_id: column('datasource_id'),
    datasource_name: sql`lower(${datasetName})`,
    last_saved_at: column('last_saved_at'),
    'last_saved_by.id': column('last_saved_by'),
    'last_saved_by.first_name': userOrder('last_saved_by', 'first_name'),
    'last_saved_by.last_name': userOrder('last_saved_by', 'last_name'),
    slice_name: sql`lower(charts.slice_name)`,
    viz_type: column('viz_type'),
  },
  textOrders: [
    'changed_by.first_name',
    'datasource_name',
    'last_saved_by.first_name',
    'last_saved_by.last_name',
    'slice_name',
  ],
  defaultOrder: 'changed_on_delta_humanized',
  equalsNewestFirst: true,
  searchColumns: {
    changed_by: { type: 'toOne', column: column('changed_by') },
    created_by: {
      type: 'toOne',
      column: column('created_by'),
      custom: {
        chart_has_created_by: { name: 'Has created by', where: (value) => hasCreator('charts', value) },
        chart_created_by_me: { name: 'Created by me', where: (_, subject) => isMine('charts', subject) },
      },
    },
    dashboards: {
      type: 'toMany',
      // a hidden dashboard does not reveal which charts it contains
      holds: (id, subject) =>
        sql<SqlBool>`exists (select 1 from dashboard_charts held join dashboards on dashboards.id = held.dashboard_id
          where held.chart_id = charts.id and held.dashboard_id = ${id} and ${visible.dashboards(subject)})`,
    },
    datasource_id: { type: 'integer', column: column('datasource_id') },
    datasource_name: { type: 'text', column: datasetName, index: searchedDatasetName },
    datasource_type: text('datasource_type'),
    description: searched('description'),
    id: {
      type: 'integer',
      column: column('id'),
      custom: {
        in_folder: { where: (value, subject) => inFolder('Chart', value, subject) },
        chart_is_favorite: {
          name: 'Is favorite',
          where: (value, subject) => isStarred('slice', 'charts.id', subject, value),
        },
        chart_is_certified: {
          name: 'Is certified',
          where: (value) =>
            isTrue(value) ? sql<SqlBool>`charts.certified_by is not null` : sql<SqlBool>`charts.certified_by is null`,
        },
        chart_owned_created_favored_by_me: {
          where: (_, subject) => {
            const owned = sql`exists (select 1 from chart_owners where chart_id = charts.id and user_id = ${subject.user?.id ?? 0})`
            return sql<SqlBool>`(${isMine('charts', subject)} or ${isStarred('slice', 'charts.id', subject, true)} or ${owned})`
          },
        },
      },
    },
    last_saved_at: { type: 'time', column: column('last_saved_at') },
    last_saved_by: { type: 'toOne', column: column('last_saved_by') },
    owners: {
      type: 'toMany',
      holds: (id) => sql<SqlBool>`exists (select 1 from chart_owners where chart_id = charts.id and user_id = ${id})`,
    },
    slice_name: {
      ...searched('slice_name'),
      custom: {
        chart_all_text: {
          name: 'All Text',
          where: (value) =>
            anyContains(
              [
                searchedText('charts', 'slice_name'),
                searchedText('charts', 'description'),
                searchedText('charts', 'viz_type'),
                searchedDatasetName,
              ],
              value,
            ),
        },
      },
    },
    tags: {
      type: 'toMany',
      isLater: true,
      custom: { chart_tags: { where: (name) => hasTag('chart', 'charts', name) } },
    },
    viz_type: searched('viz_type'),
  },
  visible: ({ access }, subject) => access.visible.charts(subject),
  load: loadCharts,
}

/** Charts in the format of responses, with the requested relations. */
async function loadCharts(ids: number[], { db, subject, now, wanted }: LoadContext) {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('charts').selectAll().where('id', 'in', ids).execute()
  if (rows.length === 0) return new Map()
  const people = await findPeople(
    db,
    rows.flatMap((row) => [row.created_by, row.changed_by, row.last_saved_by]),
  )
  const owners = wanted.has('owners') ? await findOwners(db, 'chart_owners', ids) : undefined
  const dashboards = wanted.has('dashboards') ? await dashboardsOf(db, subject, ids) : undefined
  const tags = wanted.has('tags') ? await findTags(db, 'chart', ids) : undefined
  const edited = wanted.has('is_editor') ? await changedByFolder(db, subject, 'Chart', ids) : undefined
  const needsDataset = wanted.has('table') || wanted.has('datasource_name_text')
  const datasets = needsDataset ? await datasetsOf(db, rows) : undefined
  return new Map(
    rows.map((row) => {
      const dataset = datasets?.get(row.datasource_id)
      return [
        row.id,
        {
          ...chartFields(row),
          ...changeFields(row, people, now),
          last_saved_by: personOf(people, row.last_saved_by),
          owners: owners?.get(row.id)?.map(shortPerson) ?? [],
          dashboards: dashboards?.get(row.id) ?? [],
          tags: tags?.get(row.id) ?? [],
          is_editor: edited?.has(row.id) ?? false,
          datasource_name_text: dataset ? qualifiedName(dataset) : null,
          table: dataset ? { table_name: dataset.table_name, default_endpoint: dataset.default_endpoint } : null,
        },
      ]
    }),
  )
}

function chartFields(row: Row<'charts'>) {
  return {
    id: row.id,
    slice_name: row.slice_name,
    url: chartUrl(row.id),
    edit_url: `/chart/edit/${row.id}`,
    thumbnail_url: `/api/v1/chart/${row.id}/thumbnail/${chartDigest(row)}/`,
    viz_type: row.viz_type,
    description: row.description,
    description_markeddown: descriptionHtml(row.description),
    params: row.params,
    query_context: row.query_context,
    cache_timeout: row.cache_timeout,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    is_managed_externally: row.is_managed_externally,
    datasource_id: row.datasource_id,
    datasource_type: row.datasource_type,
    datasource_url: `/explore/?datasource_type=${row.datasource_type}&datasource_id=${row.datasource_id}`,
    last_saved_at: maybeIsoTime(row.last_saved_at),
  }
}

/** The dashboards of charts that the reader may see. */
async function dashboardsOf(db: Db, subject: Subject, ids: number[]) {
  const rows = await db
    .selectFrom('dashboard_charts')
    .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
    .select(['dashboard_charts.chart_id', 'dashboards.id', 'dashboard_title', 'json_metadata'])
    .where('dashboard_charts.chart_id', 'in', ids)
    .where(visible.dashboards(subject))
    .orderBy('dashboards.id')
    .execute()
  return Map.groupBy(rows, (row) => row.chart_id)
}

async function datasetsOf(db: Db, rows: Row<'charts'>[]) {
  const ids = [...new Set(rows.map((row) => row.datasource_id))]
  const datasets = await db
    .selectFrom('datasets')
    .select(['id', 'table_name', 'schema', 'default_endpoint'])
    .where('id', 'in', ids)
    .execute()
  return new Map(datasets.map((dataset) => [dataset.id, dataset]))
}
