import { type MouseEvent, memo } from 'react'
import { classes } from '../../web/ui/classes.ts'
import type { Line } from './lines.ts'
import css from './PivotTable.module.css'
import type { ShownPivot } from './shown.ts'

interface Props {
  shown: ShownPivot
  row: Line
  rowIndex: number
  /** all columns, of which those from `from` to `to` are visible */
  columns: Line[]
  from: number
  to: number
  headColumns: number
  idOf: (cell: string) => string
  /** the active column, if the active cell is in this row */
  active: number | undefined
  isTotal?: boolean
  onActivate: (row: number, column: number) => void
  onMenu: ((row: number, column: number, x: number, y: number) => void) | undefined
}

/** The visible cells of a row. Rows that are still visible after scrolling are not rendered again. */
export const Cells = memo(function Cells(props: Props) {
  const { shown, row, rowIndex, columns, from } = props
  return columns.slice(from, props.to).map((column, at) => {
    const index = from + at
    const color = shown.cellColor(row, column)
    const text = shown.cellText(row, column)
    return (
      <td
        key={index}
        id={props.active === index ? props.idOf(`c${rowIndex}-${index}`) : undefined}
        aria-colindex={props.headColumns + index + 1}
        className={classes(
          css.cell,
          (row.kind !== 'cell' || column.kind !== 'cell') && css.subtotal,
          props.isTotal && css.footCell,
          props.active === index && css.active,
        )}
        style={color ? { background: color.background, color: color.text } : undefined}
        title={text.length > 24 ? text : undefined}
        onClick={() => props.onActivate(rowIndex, index)}
        onContextMenu={(event: MouseEvent) => {
          if (!props.onMenu) return
          event.preventDefault()
          props.onMenu(rowIndex, index, event.clientX, event.clientY)
        }}
      >
        {text}
      </td>
    )
  })
})
