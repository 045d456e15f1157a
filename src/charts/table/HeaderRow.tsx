import { nextSort, type SortKey } from './arrange.ts'
import { HeaderCell } from './HeaderCell.tsx'
import type { useTableColumns } from './useTableColumns.ts'

interface Props {
  table: ReturnType<typeof useTableColumns>
  /** whether the reader can rearrange the columns */
  movable: boolean
  sort: SortKey[]
  onSort: (sort: SortKey[]) => void
}

export function HeaderRow({ table: { columns, move }, movable, sort, onSort }: Props) {
  return (
    <tr aria-rowindex={1}>
      {columns.map((column, index) => (
        <HeaderCell
          key={column.key}
          column={column}
          sort={sort.find((key) => key.column === column.key)}
          sortPlace={sort.length > 1 ? sort.findIndex((key) => key.column === column.key) + 1 : 0}
          movable={movable}
          onSort={(joins) => onSort(nextSort(sort, column, joins))}
          onMove={(key, by) => move(key, by === undefined ? index : index + by)}
        />
      ))}
    </tr>
  )
}
