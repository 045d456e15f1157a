import { elapsed, isoTime } from '../../model/wire/wireTime.ts'
import type { Db, Row } from '../storage/schema.ts'
import { descriptionHtml, formDataOf, sliceUrl } from './charts.ts'
import { findOwners } from './people.ts'

/** Fields common to both formats of a chart. */
const commonFields = (chart: Row<'charts'>) => ({
  slice_name: chart.slice_name,
  slice_url: sliceUrl(chart.id),
  description: chart.description,
  description_markeddown: descriptionHtml(chart.description),
  form_data: formDataOf(chart),
  cache_timeout: chart.cache_timeout,
  certified_by: chart.certified_by,
  certification_details: chart.certification_details,
})

/** A chart in the list of its dashboard. */
export const dashboardChartObject = (chart: Row<'charts'>) => ({
  id: chart.id,
  ...commonFields(chart),
  changed_on: isoTime(chart.changed_on).replace('T', ' '),
})

/** The chart object ("slice data") of the contract. */
export async function chartObject(db: Db, chart: Row<'charts'>, now: number) {
  const dataset = await db
    .selectFrom('datasets')
    .select('table_name')
    .where('id', '=', chart.datasource_id)
    .executeTakeFirst()
  const owners = (await findOwners(db, 'chart_owners', [chart.id])).get(chart.id) ?? []
  const ago = elapsed(chart.changed_on, now)
  return {
    slice_id: chart.id,
    ...commonFields(chart),
    datasource: dataset?.table_name ?? null,
    edit_url: `/chart/edit/${chart.id}`,
    query_context: chart.query_context,
    modified: `<span class="no-wrap">${ago}</span>`,
    changed_on: isoTime(chart.changed_on),
    changed_on_humanized: ago,
    owners: owners.map((owner) => owner.id),
    is_managed_externally: chart.is_managed_externally,
  }
}
