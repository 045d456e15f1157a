import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../../web/ui/classes.ts'
import { cellsBetween, type Side } from './layout.ts'
import type { HeaderCell } from './lines.ts'
import css from './PivotTable.module.css'
import type { SideName } from './shown.ts'

interface Props {
  columns: Side
  from: number
  to: number
  /** the names of the levels of the row headers */
  names: string[]
  /** the names of the dimensions on the columns */
  columnNames: string[]
  /** px from the left of each level of the row headers; undefined if they scroll with the cells */
  offsets: number[] | undefined
  rowHeight: number
  before: ReactNode
  after: ReactNode
  header: (cell: HeaderCell, side: SideName, style?: CSSProperties) => ReactNode
}

/**
 * The headers of the columns, one row for each level. The names of the dimensions on the columns are in the corner;
 * those on the rows are above the row headers.
 */
export function PivotHead(props: Props) {
  const { columns, from, to, names, offsets } = props
  const cells = cellsBetween(columns, from, to)
  const levels = Array.from({ length: columns.levels }, (_, level) => level)
  const corners = cornerNames(columns, props.columnNames)
  return (
    <thead>
      {levels.map((level) => {
        const isInnermost = level === columns.levels - 1
        const top = level * props.rowHeight
        return (
          <tr key={level} aria-rowindex={level + 1} className={isInnermost ? css.innermost : undefined}>
            {isInnermost ? (
              names.map((name, at) => (
                <th
                  key={at}
                  scope="col"
                  className={classes(css.corner, at === 0 && css.firstHead)}
                  title={name.length > 18 ? name : undefined}
                  style={{
                    top,
                    ...(offsets && { left: offsets[at] }),
                    ...(offsets && at === offsets.length - 1 && { borderRight: '1px solid var(--border-2)' }),
                  }}
                >
                  {name}
                </th>
              ))
            ) : (
              <td
                colSpan={names.length}
                className={classes(css.corner, css.columnName)}
                style={{ top, ...(offsets && { left: 0, borderRight: '1px solid var(--border-2)' }) }}
              >
                {corners[level]}
              </td>
            )}
            {props.before}
            {cells.filter((cell) => cell.level === level).map((cell) => props.header(cell, 'columns', { top }))}
            {props.after}
          </tr>
        )
      })}
    </thead>
  )
}

/**
 * The names in the corner, by level. The innermost level contains the names of the rows. If the outermost level
 * contains the metrics, which need no name, the names of the dimensions move up by one.
 */
function cornerNames({ options, levels }: Side, names: string[]): string[] {
  const isNamed = levels - 1 >= names.length
  return isNamed || options.metrics > 0 ? names : names.slice(0, levels - 1)
}
