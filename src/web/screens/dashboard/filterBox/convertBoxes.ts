import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { chartsIn, parseLayout } from '../../../../model/dashboard/layout.ts'
import { chartsInScope } from '../../../../model/dashboard/scope.ts'
import type { DashboardDocument } from '../../../../model/dashboardEdit/dashboardEdit.ts'
import { readEntries } from '../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { removeComponent } from '../../../../model/dashboardEdit/layoutEdit.ts'
import type { DashboardState } from '../state/dashboardStore.ts'
import { isFilterBox } from './boxFilters.ts'

type Boxes = Pick<DashboardState, 'boxFilters' | 'charts'>

const chartOf = ({ id }: NativeFilter) => Number.parseInt(id, 10)

/**
 * A document whose filter boxes are native filters instead: one for each control, with its scope and default. If a box
 * filters another box, its filters become parents of the selects of that box. The tiles of the boxes are removed.
 */
export function convertBoxes(
  document: DashboardDocument,
  { boxFilters, charts }: Boxes,
  newFilterId: () => string,
): DashboardDocument {
  const layout = parseLayout(document.position)
  const boxes = new Set(chartsIn(layout.root).filter((id) => isFilterBox(charts.get(id))))
  const ids = new Map(boxFilters.map((filter) => [filter.id, newFilterId()]))
  const reached = new Map(boxFilters.map((filter) => [filter.id, chartsInScope(layout, filter.scope)]))
  const parentsOf = (child: NativeFilter) =>
    child.filterType === 'filter_select'
      ? boxFilters.filter(
          (parent) =>
            (parent.filterType === 'filter_select' || parent.filterType === 'filter_time') &&
            chartOf(parent) !== chartOf(child) &&
            (reached.get(parent.id) ?? []).includes(chartOf(child)) &&
            // only an earlier box: two boxes that filter each other would form a cycle
            chartsIn(layout.root).indexOf(chartOf(parent)) < chartsIn(layout.root).indexOf(chartOf(child)),
        )
      : []
  const converted = boxFilters.map((filter) => ({
    ...filter,
    id: ids.get(filter.id) ?? filter.id,
    cascadeParentIds: parentsOf(filter).flatMap(({ id }) => ids.get(id) ?? []),
    // the tiles of the boxes are removed
    scope: { ...filter.scope, excluded: filter.scope.excluded.filter((id) => !boxes.has(id)) },
  }))
  const { filter_scopes: _scopes, default_filters: _values, ...metadata } = document.metadata
  const tiles = [...layout.byId.values()].filter(
    ({ type, meta }) => type === 'CHART' && meta.chartId !== undefined && boxes.has(meta.chartId),
  )
  const position = tiles.reduce((before, { id }) => {
    const edit = removeComponent(before, id)
    return edit.ok ? edit.value : before
  }, document.position)
  return {
    ...document,
    position,
    metadata: { ...metadata, native_filter_configuration: [...readEntries(metadata), ...converted] },
  }
}
