import { addedColumns } from '../../../charts/addedGroups.ts'
import { setsField } from '../../../filters/setsField.ts'
import { parseMetadata } from '../../../model/dashboard/dashboardMetadata.ts'
import { filterTargets } from '../../../model/dashboard/filterTargets.ts'
import { parseObject } from '../../../model/wire/json.ts'
import type { Subject } from '../../access/subject.ts'
import { findDashboardCharts, formDataOf } from '../../entities/charts.ts'
import {
  type DatasetObject,
  datasetObject,
  namesIn,
  trimmedDataset,
  withoutMaking,
} from '../../entities/datasetObject.ts'
import type { Services } from '../../services.ts'
import type { Db, Row } from '../../storage/schema.ts'

/** The datasets of the charts and native filters, each with the columns and metrics that are used or may be added. */
export async function shownDatasets({ db, access }: Services, subject: Subject, dashboard: Row<'dashboards'>) {
  const metadata = parseObject(dashboard.json_metadata)
  const used = await usedNames(db, dashboard.id, metadata)
  if (used.size === 0) return []
  const seen = await db
    .selectFrom('datasets')
    .select('id')
    .where('id', 'in', [...used.keys()])
    .where(access.visible.datasets(subject))
    .execute()
  const visible = new Set(seen.map(({ id }) => id))
  const datasets = new Map<number, DatasetObject>()
  for (const id of used.keys()) {
    const dataset = await datasetObject(db, id)
    if (dataset) datasets.set(id, dataset)
  }
  const groups = offeredGroups(subject, metadata, datasets)
  return [...datasets].map(([id, dataset]) => {
    const trimmed = trimmedDataset(dataset, new Set([...(used.get(id) ?? []), ...groups]))
    return forCaller(subject, visible.has(id) ? trimmed : withoutMaking(trimmed))
  })
}

/** The names that charts and native filters use, by dataset. */
async function usedNames(db: Db, dashboardId: number, metadata: Record<string, unknown>) {
  const used = new Map<number, Set<string>>()
  const note = (datasetId: number, names: Iterable<string>) =>
    used.set(datasetId, new Set([...(used.get(datasetId) ?? []), ...names]))
  for (const chart of await findDashboardCharts(db, dashboardId)) {
    const context = namesIn(parseObject(chart.query_context))
    note(chart.datasource_id, [...namesIn(formDataOf(chart)), ...context])
  }
  for (const { datasetId, column } of filterTargets(metadata)) note(datasetId, column === undefined ? [] : [column])
  return used
}

/**
 * The columns that "Group by" filters can add to charts, which then show the labels of the columns. Guests choose only
 * among the columns that the dashboard uses anyway, and the initial columns of the filter.
 */
function offeredGroups(
  subject: Subject,
  metadata: Record<string, unknown>,
  datasets: ReadonlyMap<number, DatasetObject>,
): string[] {
  return parseMetadata(metadata).native_filter_configuration.flatMap((filter) => {
    if (filter.type !== 'NATIVE_FILTER' || !setsField(filter, 'interactive_groupby')) return []
    if (subject.guest) return addedColumns({ ...filter.defaultDataMask.extraFormData })
    return filter.targets.flatMap(({ datasetId }) =>
      (datasets.get(datasetId ?? 0)?.columns ?? []).map(({ column_name }) => column_name),
    )
  })
}

/** Callers without an account do not see the owners and the database of a dataset. */
function forCaller<Trimmed extends { owners: unknown; database: unknown }>(subject: Subject, dataset: Trimmed) {
  if (subject.user) return dataset
  const { owners: _owners, database: _database, ...rest } = dataset
  return rest
}
