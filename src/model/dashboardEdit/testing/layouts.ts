import type { LayoutType } from '../../dashboard/layout.ts'
import { addAtEnd, openPosition } from '../dashboardEdit.ts'
import { newComponent, type Position } from '../layoutEdit.ts'

/** Ids in order of creation, so that a failing sequence is readable. */
export function counter() {
  let count = 0
  return (type: LayoutType) => `${type}-${++count}`
}

/** The editor's state for a dashboard without a layout. */
export const newPosition = openPosition(null, [], counter())

/** A dashboard as the server stores it, before its layout is edited. */
export const storedDashboard = {
  dashboard_title: 'Sales',
  slug: null,
  css: null,
  certified_by: null,
  certification_details: null,
  owners: [],
  json_metadata: '{"kept_by_others":1}',
  position_json: null,
}

/** Adds charts 1 to `count` at the end, one after the other. */
export function withCharts(count: number): Position {
  const newId = counter()
  let position = newPosition
  for (let id = 1; id <= count; id++) {
    const edit = addAtEnd(position, newComponent('CHART', `c${id}`, { chartId: id }), {}, newId)
    if (!edit.ok) throw new Error(edit.error.message)
    position = edit.value
  }
  return position
}
