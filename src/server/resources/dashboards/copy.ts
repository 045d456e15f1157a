import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { metaOf } from '../../../model/bundle/bundle.ts'
import { placedChartIds, saveMetadata, withoutDefaults } from '../../../model/dashboardEdit/dashboardSave.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { short } from '../../../model/wire/fields.ts'
import { parseObject } from '../../../model/wire/json.ts'
import type { Subject } from '../../access/subject.ts'
import { type Author, created, recordChange } from '../../entities/changes.ts'
import { findDashboardCharts } from '../../entities/charts.ts'
import { savableTargets } from '../../entities/filterTargets.ts'
import { addRelated, notFound, relations } from '../../entities/owners.ts'
import type { Services } from '../../services.ts'
import type { Row, Trx } from '../../storage/schema.ts'

const copyForm = z.looseObject({
  dashboard_title: z.string().max(500),
  duplicate_slices: z.boolean(),
  positions: short(z.record(z.string(), z.unknown())).nullish(),
  css: z.string().nullish(),
  last_modified_time: z.unknown().optional(),
})
export type CopyForm = z.infer<typeof copyForm>

/** Reads the form field `data` of a copy. */
export function readCopyForm(text: unknown): CopyForm {
  const parsed = copyForm.safeParse(typeof text === 'string' ? parseObject(text) : undefined)
  if (!parsed.success)
    throw new AppError('GENERIC_BACKEND_ERROR', 400, 'A copy needs `dashboard_title` and `duplicate_slices`.')
  return parsed.data
}

/**
 * Copies a dashboard that the caller may see; the caller becomes the only owner of the copy. It contains the same
 * charts, or copies of those that the caller may see. Charts, and datasets of filters, that the caller may not see are
 * omitted.
 */
export async function copyDashboard(
  { db, can, access }: Services,
  subject: Subject,
  author: Author,
  id: number,
  form: CopyForm,
): Promise<number> {
  await can(subject, 'read', { kind: 'Dashboard', id })
  return db.transaction().execute(async (trx) => {
    const original = await trx.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirst()
    if (!original) throw notFound()
    const { dashboard_title, duplicate_slices, positions, css, last_modified_time: _time, ...metadata } = form
    const layout = positions ?? parseObject(original.position_json)
    const visible = await trx
      .selectFrom('charts')
      .selectAll()
      .where('id', 'in', idsOf(layout, await findDashboardCharts(trx, id)))
      .where(access.visible.charts(subject))
      .execute()
    const charts = duplicate_slices
      ? await copyCharts(trx, author, visible)
      : new Map(visible.map((row) => [row.id, row]))
    const placed = renumbered(layout, charts)
    const uuids = new Map([...charts.values()].map((chart) => [chart.id, chart.uuid]))
    const wanted = await savableTargets(trx, subject, {
      ...withoutDefaults(parseObject(original.json_metadata)),
      ...metadata,
    })
    const saved = saveMetadata({ ...wanted, positions: placed }, uuids)
    const { id: copyId } = await trx
      .insertInto('dashboards')
      .values({
        ...created(author),
        dashboard_title,
        css: css ?? original.css,
        description: original.description,
        json_metadata: saved.json_metadata,
        position_json: saved.position_json,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addRelated(trx, relations.dashboardOwners, copyId, author.userId === null ? [] : [author.userId])
    await addRelated(trx, relations.dashboardCharts, copyId, saved.chartIds ?? [])
    await recordChange(trx, author, 'copy', { kind: 'Dashboard', id: copyId }, { of: id })
    return copyId
  })
}

/**
 * Ids of the charts in the layout and on the dashboard. Never empty, because SQL has no empty list (no chart has the id
 * 0).
 */
const idsOf = (layout: Record<string, unknown>, charts: Row<'charts'>[]) => [
  0,
  ...placedChartIds(layout),
  ...charts.map((chart) => chart.id),
]

/** Copies of charts by the id of the original. */
async function copyCharts(trx: Trx, author: Author, charts: Row<'charts'>[]) {
  const copies = new Map<number, Pick<Row<'charts'>, 'id' | 'uuid'>>()
  for (const chart of charts) {
    const { id, version: _version, ...columns } = chart
    const uuid = randomUUID()
    const copy = await trx
      .insertInto('charts')
      .values({ ...columns, ...created(author, uuid) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addRelated(trx, relations.chartOwners, copy.id, author.userId === null ? [] : [author.userId])
    copies.set(id, { id: copy.id, uuid })
  }
  return copies
}

/** The layout with the chart ids of the copies. The place of a chart that was not copied has no chart id. */
function renumbered(layout: Record<string, unknown>, charts: ReadonlyMap<number, { id: number }>) {
  return Object.fromEntries(
    Object.entries(layout).map(([key, node]) => {
      const meta = metaOf(node)
      if (!meta) return [key, node]
      const { chartId, uuid: _uuid, ...rest } = meta
      const chart = charts.get(Number(chartId))
      return [key, { ...(node as object), meta: chart ? { ...rest, chartId: chart.id } : rest }]
    }),
  )
}
