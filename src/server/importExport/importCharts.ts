import type { BundleEntry } from '../../model/bundle/bundle.ts'
import { renumberedCharts, renumberFormData, renumberQueryContext } from '../../model/bundle/bundleIds.ts'
import { visible } from '../access/access.ts'
import { complain, decide, extraOrNull, type ImportRun } from './order.ts'
import { saveImported } from './saveImported.ts'

/** An imported chart: its ids on this server. `datasetId` is absent if the existing chart is not changed. */
interface Imported {
  chartId: number
  datasetId?: number
}

/**
 * Imports the charts of a bundle and returns their ids by uuid. Their dataset is found only by `dataset_uuid`. Some
 * charts refer to other charts by their ids before the export; `layouts` contain these ids together with the uuids.
 */
export async function importCharts(
  run: ImportRun,
  entries: BundleEntry<'chart'>[],
  datasets: ReadonlyMap<string, number>,
  layouts: readonly Record<string, unknown>[],
): Promise<Map<string, number>> {
  const imported: [BundleEntry<'chart'>['config'], Imported][] = []
  for (const entry of entries) {
    const chart = await importChart(run, entry, datasets)
    if (chart !== undefined) imported.push([entry.config, chart])
  }
  const ids = new Map(imported.map(([{ uuid }, { chartId }]) => [uuid, chartId]))
  const others = renumberedCharts(layouts, ids)
  for (const [config, { chartId, datasetId }] of imported) {
    if (datasetId !== undefined) await writeForm(run, config, { chartId, datasetId, others })
  }
  return ids
}

async function writeForm(
  { trx }: ImportRun,
  { params, query_context }: BundleEntry<'chart'>['config'],
  ids: Required<Imported> & { others: ReadonlyMap<number, number> },
): Promise<void> {
  const context = query_context ? renumberQueryContext(query_context, ids) : undefined
  await trx
    .updateTable('charts')
    .set({ params: JSON.stringify(renumberFormData(params ?? {}, ids)), query_context: context ?? null })
    .where('id', '=', ids.chartId)
    .execute()
}

async function importChart(
  run: ImportRun,
  { path, config, extra }: BundleEntry<'chart'>,
  datasets: ReadonlyMap<string, number>,
): Promise<Imported | undefined> {
  const { trx, errors } = run
  const existing = await trx.selectFrom('charts').select('id').where('uuid', '=', config.uuid).executeTakeFirst()
  const decision = await decide(run, 'chart', path, existing)
  if (decision === 'keep') return existing && { chartId: existing.id }
  const datasetId = datasets.get(config.dataset_uuid) ?? (await findDataset(run, config.dataset_uuid))
  if (datasetId === undefined) {
    if (!errors[path]) complain(errors, path, { dataset_uuid: ['Dataset does not exist'] })
    return undefined
  }
  const columns = {
    slice_name: config.slice_name,
    viz_type: config.viz_type,
    datasource_id: datasetId,
    datasource_type: 'table',
    description: config.description ?? null,
    cache_timeout: config.cache_timeout ?? null,
    certified_by: config.certified_by ?? null,
    certification_details: config.certification_details ?? null,
    is_managed_externally: config.is_managed_externally ?? false,
    external_url: config.external_url ?? null,
    extra_fields: extraOrNull(extra),
  }
  return { chartId: await saveImported(run, 'charts', existing, config.uuid, columns), datasetId }
}

/** The id of a dataset that is not in the bundle; undefined if the user may not see it. */
async function findDataset({ trx, order: { subject } }: ImportRun, uuid: string): Promise<number | undefined> {
  let found = trx.selectFrom('datasets').select('id').where('uuid', '=', uuid)
  if (subject) found = found.where(visible.datasets(subject))
  return (await found.executeTakeFirst())?.id
}
