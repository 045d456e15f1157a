import type { BundleEntry } from '../../model/bundle/bundle.ts'
import { placedUuids, renumberDashboard } from '../../model/bundle/bundleIds.ts'
import { normalSlug } from '../../model/dashboard/dashboard.ts'
import { savableTargets } from '../entities/filterTargets.ts'
import { relations, setRelated } from '../entities/owners.ts'
import { complain, decide, extraOrNull, type ImportRun } from './order.ts'
import { saveImported } from './saveImported.ts'
import { takeTurn } from './takeTurn.ts'

interface KnownIds {
  charts: ReadonlyMap<string, number>
  datasets: ReadonlyMap<string, number>
}

/** Imports the dashboards of a bundle and returns their ids. Their charts are those of the layout, by uuid. */
export async function importDashboards(
  run: ImportRun,
  entries: BundleEntry<'dashboard'>[],
  known: KnownIds,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const entry of entries) {
    const id = await importDashboard(run, entry, known)
    if (id !== undefined) ids.set(entry.config.uuid, id)
  }
  return ids
}

async function importDashboard(
  run: ImportRun,
  { path, config, extra }: BundleEntry<'dashboard'>,
  known: KnownIds,
): Promise<number | undefined> {
  const { trx, order, errors } = run
  const existing = await trx.selectFrom('dashboards').select('id').where('uuid', '=', config.uuid).executeTakeFirst()
  const decision = await decide(run, 'dashboard', path, existing)
  if (decision === 'keep') return existing?.id
  const slug = normalSlug(config.slug ?? null)
  if (slug !== null) {
    const taken = await trx.selectFrom('dashboards').select('id').where('slug', '=', slug).executeTakeFirst()
    if (taken && taken.id !== existing?.id) {
      complain(errors, path, { slug: ['Must be unique'] })
      return undefined
    }
  }
  const { position, metadata } = renumberDashboard(
    { position: config.position ?? {}, metadata: config.metadata ?? {} },
    known,
  )
  await takeTurn()
  const saved = order.subject ? await savableTargets(trx, order.subject, metadata) : metadata
  await takeTurn()
  const columns = {
    dashboard_title: config.dashboard_title,
    slug,
    position_json: config.position ? JSON.stringify(position) : null,
    json_metadata: config.metadata ? JSON.stringify(saved) : null,
    css: config.css ?? null,
    description: config.description ?? null,
    published: config.published ?? false,
    certified_by: config.certified_by ?? null,
    certification_details: config.certification_details ?? null,
    is_managed_externally: config.is_managed_externally ?? false,
    external_url: config.external_url ?? null,
    extra_fields: extraOrNull(extra),
  }
  const id = await saveImported(run, 'dashboards', existing, config.uuid, columns)
  const charts = placedUuids(config.position ?? {}).flatMap((uuid) => known.charts.get(uuid) ?? [])
  await setRelated(trx, relations.dashboardCharts, id, charts)
  return id
}
