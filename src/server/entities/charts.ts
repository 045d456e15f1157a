import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { parseObject } from '../../model/wire/json.ts'
import type { Db, Row } from '../storage/schema.ts'

/** A chart by its id; undefined if it does not exist. */
export function findChart(db: Db, id: number): Promise<Row<'charts'> | undefined> {
  return db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The charts of a dashboard, sorted by id. */
export function findDashboardCharts(db: Db, dashboardId: number): Promise<Row<'charts'>[]> {
  return db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .selectAll('charts')
    .where('dashboard_charts.dashboard_id', '=', dashboardId)
    .orderBy('charts.id')
    .execute()
}

type FormData = Record<string, unknown>

/**
 * The fields of a chart that determine what it shows. Before a chart is saved, its id is 0, which no stored chart has.
 */
export type ShownChart = Pick<Row<'charts'>, 'id' | 'params' | 'viz_type' | 'datasource_id' | 'datasource_type'>

/**
 * A chart's control values with its own id, type and dataset, as sent to viewers. The bounds that old charts store as
 * `since` and `until` become their time range and take precedence over an existing one.
 */
export function formDataOf(chart: ShownChart): FormData {
  const { since, until, ...saved } = parseObject(chart.params)
  const hasBounds = Boolean(since) || Boolean(until)
  return {
    ...saved,
    ...(hasBounds ? { time_range: `${since ? String(since) : ''} : ${until ? String(until) : ''}` } : {}),
    slice_id: chart.id,
    viz_type: chart.viz_type,
    datasource: `${chart.datasource_id}__${chart.datasource_type}`,
  }
}

export const chartUrl = (id: number) => `/explore/?slice_id=${id}`
export const sliceUrl = (id: number) =>
  `/explore/?slice_id=${id}&form_data=${encodeURIComponent(JSON.stringify({ slice_id: id }).replace(':', ': '))}`

/** Identifies the state of a chart that a thumbnail shows. */
export const chartDigest = ({ uuid, version }: Pick<Row<'charts'>, 'uuid' | 'version'>) =>
  `${uuid.replaceAll('-', '')}${version}`

const markdown = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }

/** A Markdown description as HTML. HTML in it is shown as text, and links that could run scripts are dropped. */
export const descriptionHtml = (description: string | null): string =>
  description ? micromark(description, markdown) : ''
