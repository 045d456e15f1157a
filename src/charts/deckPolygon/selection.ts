import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { columnLabel } from '../../model/query/labels.ts'
import { sentValue } from '../../model/query/markedText.ts'
import type { DrawInput } from '../shared/contract.ts'
import { clearedMask } from '../shared/crossFilter.ts'
import { type GroupValue, readGroups } from '../shared/groups.ts'
import { isFilterValue, shortLabel } from '../shared/maps/deck/filterLength.ts'
import type { DeckPolygonForm } from './query.ts'

/**
 * The data mask after a click on the area of a row: the area is added to the filter or removed from it, or it replaces
 * the previously selected area.
 */
export function areaMask(
  { formData: form, data, filterState }: Pick<DrawInput<DeckPolygonForm>, 'formData' | 'data' | 'filterState'>,
  row: number,
): DataMask | null {
  const { line_column: column, table_filter, toggle_polygons } = form
  if (!table_filter || column === undefined) return null
  const groups = readGroups(data[0], [column])
  const [label, value] = [groups.texts(row)[0], groups.values(row)[0]]
  if (label === undefined || value === undefined || value === null || !isFilterValue(value)) return null
  const known = selectedAreas(filterState)
  const isSelected = known.some((each) => each.label === label)
  const others = toggle_polygons ? known.filter((each) => each.label !== label) : []
  const next = isSelected ? others : [...others, { label, value }]
  if (next.length === 0) return clearedMask
  return {
    extraFormData: {
      filters: [{ col: columnLabel(column), op: 'IN', val: next.map((each) => sentValue(each.value)) }],
    },
    filterState: {
      value: next.map((each) => [each.value]),
      selectedValues: next.map((each) => each.label),
      label: next.map((each) => shortLabel(each.label)).join(', '),
    },
  }
}

type Selected = { label: string; value: Exclude<GroupValue, null> }

function selectedAreas(filterState: DataMask['filterState']): Selected[] {
  const { value: values, selectedValues: labels } = filterState ?? {}
  if (!Array.isArray(values) || !Array.isArray(labels)) return []
  return labels.flatMap((label: unknown, at): Selected[] => {
    const [value] = [values[at]].flat() as unknown[]
    const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return typeof label === 'string' && isValue ? [{ label, value }] : []
  })
}
