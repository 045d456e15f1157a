import type { BundleEntry } from '../../model/bundle/bundle.ts'
import { renumberFormData, renumberQueryContext } from '../../model/bundle/bundleIds.ts'
import { visible } from '../access/access.ts'
import { complain, decide, extraOrNull, type ImportRun } from './order.ts'
import { saveImported } from './saveImported.ts'

/** Imports the charts of a bundle and returns their ids by uuid. Their dataset is found only by `dataset_uuid`. */
export async function importCharts(
  run: ImportRun,
  entries: BundleEntry<'chart'>[],
  datasets: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const entry of entries) {
    const id = await importChart(run, entry, datasets)
    if (id !== undefined) ids.set(entry.config.uuid, id)
  }
  return ids
}

async function importChart(
  run: ImportRun,
  { path, config, extra }: BundleEntry<'chart'>,
  datasets: ReadonlyMap<string, number>,
): Promise<number | undefined> {
  const { trx, errors } = run
  const existing = await trx.selectFrom('charts').select('id').where('uuid', '=', config.uuid).executeTakeFirst()
  const decision = await decide(run, 'chart', path, existing)
  if (decision === 'keep') return existing?.id
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
  const id = await saveImported(run, 'charts', existing, config.uuid, columns)
  const context = config.query_context ? renumberQueryContext(config.query_context, datasetId, id) : undefined
  await trx
    .updateTable('charts')
    .set({
      params: JSON.stringify(renumberFormData(config.params ?? {}, datasetId, id)),
      query_context: context ?? null,
    })
    .where('id', '=', id)
    .execute()
  return id
}

/** A dataset that is not in the bundle. One that the user may not see does not exist. */
async function findDataset({ trx, order: { subject } }: ImportRun, uuid: string): Promise<number | undefined> {
  let found = trx.selectFrom('datasets').select('id').where('uuid', '=', uuid)
  if (subject) found = found.where(visible.datasets(subject))
  return (await found.executeTakeFirst())?.id
}
