import { randomUUID } from 'node:crypto'
import { chartsIn, parseLayout } from '../../model/dashboard/layout.ts'
import { addAtEnd, openPosition } from '../../model/dashboardEdit/dashboardEdit.ts'
import { compactSorted } from '../../model/dashboardEdit/dashboardSave.ts'
import { newComponent } from '../../model/dashboardEdit/layoutEdit.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Trx } from '../storage/schema.ts'
import { type Author, changed, lockRow, recordChange } from './changes.ts'
import { recordReplaced } from './versions.ts'

/**
 * Places a chart that was added to dashboards: at the end, next to the last charts if their row has room. The contract
 * leaves this to the next editor of the dashboard. Storing it at once makes it visible in covers too, and a user who is
 * editing the dashboard is notified instead of removing the chart with the next save.
 */
export async function placeChart(
  trx: Trx,
  author: Author,
  chart: { id: number; uuid: string; slice_name: string },
  dashboardIds: readonly number[],
): Promise<void> {
  // always in the same order, so that two transactions do not wait for each other
  for (const id of [...new Set(dashboardIds)].sort((a, b) => a - b)) {
    // locked, so that a chart that another user adds at the same time is not lost
    const dashboard = await lockRow(trx, 'dashboards', id)
    const position = dashboard && withChart(dashboard.position_json, dashboard.dashboard_title ?? '', chart)
    if (!dashboard || position === undefined) continue
    await recordReplaced(trx, 'Dashboard', dashboard)
    await trx
      .updateTable('dashboards')
      .set({ position_json: position, ...changed(author) })
      .where('id', '=', id)
      .execute()
    await recordChange(trx, author, 'update', { kind: 'Dashboard', id }, { fields: ['position_json'] })
  }
}

/** The stored layout with the chart at its end; undefined if it already contains the chart, or has no place for it. */
function withChart(
  stored: string | null,
  title: string,
  { id, uuid, slice_name }: { id: number; uuid: string; slice_name: string },
): string | undefined {
  const newId = (type: string) => `${type}-${randomUUID().slice(0, 13)}`
  const opened = openPosition(stored, [], newId)
  // a new layout includes the title, like every layout that an editor saves
  const isFirst = Object.keys(parseObject(stored)).length === 0
  const position = isFirst
    ? { ...opened, HEADER_ID: { id: 'HEADER_ID', type: 'HEADER', meta: { text: title } } }
    : opened
  if (chartsIn(parseLayout(position).root).includes(id)) return undefined
  const item = newComponent('CHART', newId('CHART'), { chartId: id, uuid, sliceName: slice_name })
  const edit = addAtEnd(position, item, {}, newId)
  return edit.ok ? compactSorted(edit.value) : undefined
}
