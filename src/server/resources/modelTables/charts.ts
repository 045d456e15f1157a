import { sql } from 'kysely'
import { elapsed, isoTime } from '../../../model/wire/wireTime.ts'
import type { Subject } from '../../access/subject.ts'
import { descriptionHtml, sliceUrl } from '../../entities/charts.ts'
import { qualifiedName } from '../../entities/datasets.ts'
import { linkTo, newTabLinkTo } from '../../entities/link.ts'
import { findOwners, findPeople, fullName, linkToPerson } from '../../entities/people.ts'
import type { Services } from '../../services.ts'
import type { Asked, TableView } from './tableView.ts'

const labelled = [
  'cache_timeout',
  'certification_details',
  'certified_by',
  'changed_by',
  'changed_by_fk',
  'changed_on',
  'created_by',
  'created_by_fk',
  'created_on',
  'creator',
  'dashboards',
  'datasource_id',
  'datasource_link',
  'datasource_name',
  'datasource_type',
  'description',
  'external_url',
  'id',
  'is_managed_externally',
  'last_saved_at',
  'last_saved_by',
  'last_saved_by_fk',
  'modified',
  'owners',
  'params',
  'perm',
  'query_context',
  'report_schedules',
  'schema_perm',
  'slice_link',
  'slice_name',
  'table',
  'uuid',
  'viz_type',
]
const orders = ['slice_name', 'viz_type', 'datasource_link', 'modified', 'changed_on']
const orderOf: Readonly<Record<string, string>> = {
  slice_name: 'charts.slice_name',
  viz_type: 'charts.viz_type',
  datasource_link: 'charts.datasource_id',
  modified: 'charts.changed_on',
  changed_on: 'charts.changed_on',
}

function wantedCharts({ db, access }: Services, subject: Subject, { relations }: Asked) {
  const [creator, owner] = [relations.get('created_by'), relations.get('owners')]
  let wanted = db.selectFrom('charts').where(access.visible.charts(subject))
  if (creator !== undefined) wanted = wanted.where('created_by', '=', creator)
  if (owner !== undefined)
    wanted = wanted.where('id', 'in', (eb) =>
      eb.selectFrom('chart_owners').select('chart_id').where('user_id', '=', owner),
    )
  return wanted
}

/** The charts of a page with the values of all columns. */
async function findCharts(services: Services, subject: Subject, asked: Asked) {
  const { db, now } = services
  const wanted = wantedCharts(services, subject, asked)
  const { count } = await wanted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const charts = await wanted
    .selectAll()
    .orderBy(sql.ref(orderOf[asked.order ?? ''] ?? 'charts.id'), asked.isDescending ? 'desc' : 'asc')
    .orderBy('charts.id')
    .limit(asked.limit)
    .offset(asked.offset)
    .execute()
  const ids = charts.map(({ id }) => id)
  const [people, owners, datasets] = await Promise.all([
    findPeople(
      db,
      charts.map((chart) => chart.created_by),
    ),
    findOwners(db, 'chart_owners', ids),
    db
      .selectFrom('datasets')
      .select(['id', 'schema', 'table_name'])
      .where('id', 'in', [0, ...charts.map((chart) => chart.datasource_id)])
      .execute(),
  ])
  const names = new Map(datasets.map((dataset) => [dataset.id, qualifiedName(dataset)]))
  const rows = charts.map((chart) => {
    const dataset = names.get(chart.datasource_id) ?? ''
    const ago = elapsed(chart.changed_on, now())
    const source = `/explore/?datasource_type=table&datasource_id=${chart.datasource_id}`
    return {
      changed_on: isoTime(chart.changed_on),
      changed_on_humanized: ago,
      creator: linkToPerson(people, chart.created_by),
      datasource_id: chart.datasource_id,
      datasource_link: newTabLinkTo(source, dataset),
      datasource_url: source,
      datasource_name_text: dataset,
      datasource_type: chart.datasource_type,
      description: chart.description,
      description_markeddown: descriptionHtml(chart.description),
      edit_url: `/chart/edit/${chart.id}`,
      icons: linkTo(`/tablemodelview/edit/${chart.datasource_id}`, dataset),
      id: chart.id,
      modified: `<span class="no-wrap">${ago}</span>`,
      owners: (owners.get(chart.id) ?? []).map(fullName),
      params: chart.params,
      slice_link: linkTo(`/explore/?slice_id=${chart.id}`, chart.slice_name),
      slice_name: chart.slice_name,
      slice_url: sliceUrl(chart.id),
      viz_type: chart.viz_type,
    }
  })
  return { count: Number(count), ids, rows }
}

const only = (columns: readonly string[], row: Record<string, unknown>) =>
  Object.fromEntries(columns.map((column) => [column, row[column]]))

const finding = (columns: readonly string[]): TableView['find'] => {
  return async (services, subject, asked) => {
    const { count, ids, rows } = await findCharts(services, subject, asked)
    return { count, ids, rows: rows.map((row) => only(columns, row)) }
  }
}

const modelColumns = ['slice_link', 'viz_type', 'datasource_link', 'creator', 'modified']
const asyncColumns = [
  'changed_on',
  'changed_on_humanized',
  'creator',
  'datasource_id',
  'datasource_link',
  'datasource_url',
  'datasource_name_text',
  'datasource_type',
  'description',
  'description_markeddown',
  'edit_url',
  'icons',
  'id',
  'modified',
  'owners',
  'params',
  'slice_link',
  'slice_name',
  'slice_url',
  'viz_type',
]

/** Charts, at both addresses of old versions. */
export const chartTables: readonly TableView[] = [
  {
    url: '/chart/api/read',
    name: 'SliceModelView',
    requires: 'can_read:Chart',
    labelled,
    labels: {
      datasource_link: 'Datasource',
      modified: 'Last Modified',
      params: 'Parameters',
      slice_link: 'Chart',
      slice_name: 'Name',
      viz_type: 'Visualization Type',
    },
    columns: modelColumns,
    orders,
    find: finding(modelColumns),
  },
  {
    url: '/sliceasync/api/read',
    name: 'SliceAsync',
    requires: 'can_read:Chart',
    labelled: [...labelled, ...asyncColumns],
    labels: { icons: ' ', slice_link: 'Chart' },
    columns: asyncColumns,
    orders,
    find: finding(asyncColumns),
  },
]
