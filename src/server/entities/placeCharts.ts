import { randomUUID } from 'node:crypto'
import { chartsIn, parseLayout } from '../../model/dashboard/layout.ts'
import { addAtEnd, openPosition } from '../../model/dashboardEdit/dashboardEdit.ts'
import { compactSorted } from '../../model/dashboardEdit/dashboardSave.ts'
import { newComponent } from '../../model/dashboardEdit/layoutEdit.ts'
import type { Db } from '../storage/schema.ts'
import { type Author, changed, recordChange } from './changes.ts'

/**
 * Gives a chart that has just joined dashboards its place on them: at the end, beside the last charts while their row
 * has room. The contract leaves that to whoever opens the dashboard next; stored at once it also is on covers, and an
 * editor who has the dashboard open is told of it instead of saving the chart away.
 */
export async function placeChart(
  db: Db,
  author: Author,
  chart: { id: number; uuid: string; slice_name: string },
  dashboardIds: readonly number[],
): Promise<void> {
  if (dashboardIds.length === 0) return
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['id', 'position_json'])
    .where('id', 'in', [...dashboardIds])
    .execute()
  for (const { id, position_json } of dashboards) {
    const position = withChart(position_json, chart)
    if (position === undefined) continue
    await db
      .updateTable('dashboards')
      .set({ position_json: position, ...changed(author) })
      .where('id', '=', id)
      .execute()
    await recordChange(db, author, 'update', { kind: 'Dashboard', id }, { fields: ['position_json'] })
  }
}

/** The stored layout with the chart at its end; undefined where it has the chart, or no place for it. */
function withChart(
  stored: string | null,
  { id, uuid, slice_name }: { id: number; uuid: string; slice_name: string },
): string | undefined {
  const newId = (type: string) => `${type}-${randomUUID().slice(0, 13)}`
  const position = openPosition(stored, [], newId)
  if (chartsIn(parseLayout(position).root).includes(id)) return undefined
  const item = newComponent('CHART', newId('CHART'), { chartId: id, uuid, sliceName: slice_name })
  const edit = addAtEnd(position, item, {}, newId)
  return edit.ok ? compactSorted(edit.value) : undefined
}
