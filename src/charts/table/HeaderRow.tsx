import { nextSort, type SortKey } from './arrange.ts'
import { HeaderCell } from './HeaderCell.tsx'
import type { useTableColumns } from './useTableColumns.ts'
import type { VisibleColumns } from './visibleColumns.ts'

interface Props {
  table: ReturnType<typeof useTableColumns>
  shown: VisibleColumns
  /** whether the reader can rearrange the columns */
  movable: boolean
  sort: SortKey[]
  onSort: (sort: SortKey[]) => void
}

export function HeaderRow({ table: { columns, move }, shown, movable, sort, onSort }: Props) {
  return (
    <tr aria-rowindex={1}>
      {shown.before > 0 && <td aria-hidden="true" />}
      {columns.slice(shown.from, shown.to).map((column, at) => (
        <HeaderCell
          key={column.key}
          at={shown.from + at}
          column={column}
          sort={sort.find((key) => key.column === column.key)}
          sortPlace={sort.length > 1 ? sort.findIndex((key) => key.column === column.key) + 1 : 0}
          movable={movable}
          onSort={(joins) => onSort(nextSort(sort, column, joins))}
          onMove={(key, by) => move(key, shown.from + at + (by ?? 0))}
        />
      ))}
      {shown.after > 0 && <td aria-hidden="true" />}
    </tr>
  )
}
