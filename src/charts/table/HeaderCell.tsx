import { ArrowDown, ArrowUp } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { classes } from '../../web/ui/classes.ts'
import { useText } from '../../web/ui/text.ts'
import type { SortKey } from './arrange.ts'
import type { TableColumn } from './columns.ts'
import css from './Table.module.css'
import { texts } from './texts.ts'

interface Props {
  /** position of the column, from 0 */
  at: number
  column: TableColumn
  sort: SortKey | undefined
  /** position of the column among several sort keys, from 1; 0 if it is the only key */
  sortPlace: number
  movable: boolean
  onSort: (joins: boolean) => void
  /** moves a column to this position, or this column by a number of positions */
  onMove: (column: string, by?: number) => void
}

const dragType = 'application/x-table-column'

export function HeaderCell({ at, column, sort, sortPlace, movable, onSort, onMove }: Props) {
  const t = useText()
  const [isTarget, setIsTarget] = useState(false)

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!movable || !event.ctrlKey || by === undefined) return
    event.preventDefault()
    onMove(column.key, by)
  }

  const isColumn = (event: DragEvent) => movable && event.dataTransfer.types.includes(dragType)
  return (
    <th
      scope="col"
      aria-colindex={at + 1}
      aria-sort={sort === undefined ? undefined : sort.descending ? 'descending' : 'ascending'}
      className={classes(css.head, isTarget && css.target)}
      style={{ textAlign: column.align }}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, column.key)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => {
        if (!isColumn(event)) return
        event.preventDefault()
        setIsTarget(true)
      }}
      onDragLeave={() => setIsTarget(false)}
      onDrop={(event) => {
        if (!isColumn(event)) return
        event.preventDefault()
        setIsTarget(false)
        onMove(event.dataTransfer.getData(dragType))
      }}
    >
      <button
        type="button"
        className={css.sort}
        style={{
          flexDirection: column.align === 'right' ? 'row-reverse' : 'row',
          justifyContent: column.align === 'center' ? 'center' : 'flex-start',
        }}
        title={column.label}
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 allows a description everywhere
        aria-description={movable ? t(texts.move) : undefined}
        onClick={(event) => onSort(event.shiftKey)}
        onKeyDown={onKeyDown}
      >
        <span className={css.headText} dir="auto">
          {column.label}
        </span>
        {sort && (sort.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
        {sort && sortPlace > 0 && <span className={css.place}>{sortPlace}</span>}
      </button>
    </th>
  )
}
