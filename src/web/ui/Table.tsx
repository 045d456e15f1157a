import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './Table.module.css'

export interface TableProps extends ComponentProps<'table'> {
  label: string
}

/** A table of objects: rows of 40 px, hairlines between them, actions at the end on hover and focus. */
export function Table({ label, className, ...rest }: TableProps) {
  return <table {...rest} aria-label={label} className={classes(css.table, className)} />
}

export type SortOrder = 'asc' | 'desc'

export interface HeadCellProps {
  children?: ReactNode
  /** in px, or a CSS length */
  width?: number | string
  align?: 'start' | 'end'
  /** set on the sorted column */
  sorted?: SortOrder
  /** present if the column is sortable */
  onSort?: () => void
  /** for headers without text */
  label?: string
  className?: string
}

/** The header of a column; sortable ones are buttons, and only the sorted one shows an arrow. */
export function HeadCell({ children, width, align = 'start', sorted, onSort, label, className }: HeadCellProps) {
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'
  return (
    <th
      scope="col"
      style={{ width }}
      className={classes(css.head, align === 'end' && css.end, className)}
      aria-sort={onSort ? order : undefined}
    >
      {label === undefined ? null : <span className={css.spoken}>{label}</span>}
      {onSort ? (
        <button type="button" className={css.sort} onClick={onSort}>
          {children}
          {sorted === 'asc' ? <ArrowUp size={12} /> : null}
          {sorted === 'desc' ? <ArrowDown size={12} /> : null}
        </button>
      ) : (
        children
      )}
    </th>
  )
}

export function Row({ selected, className, ...rest }: ComponentProps<'tr'> & { selected?: boolean }) {
  return <tr {...rest} className={classes(css.row, selected && css.selected, className)} />
}

export function Cell({
  align = 'start',
  quiet,
  className,
  ...rest
}: Omit<ComponentProps<'td'>, 'align'> & {
  align?: 'start' | 'end'
  quiet?: boolean
}) {
  return <td {...rest} className={classes(css.cell, align === 'end' && css.end, quiet && css.quiet, className)} />
}

/** The cell of a row's actions. */
export function ActionsCell({ children, keepVisible }: { children?: ReactNode; keepVisible?: boolean }) {
  return (
    <td className={classes(css.cell, css.actionsCell)}>
      <span className={classes(css.actions, keepVisible && css.visible)}>{children}</span>
    </td>
  )
}

/** The narrow first cell: a star or a checkbox. */
export function LeadCell({ children }: { children: ReactNode }) {
  return <td className={classes(css.cell, css.lead)}>{children}</td>
}
