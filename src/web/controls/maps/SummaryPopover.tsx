import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Popover } from '../../ui/Popover.tsx'
import css from './Maps.module.css'

interface Props {
  label: string
  icon: ReactNode
  summary: string
  /** the summary states that there is no value */
  isEmpty?: boolean
  children: ReactNode
}

/** A value of several parts: a button with a summary, which opens the fields. */
export function SummaryPopover({ label, icon, summary, isEmpty = false, children }: Props) {
  return (
    <Popover
      label={label}
      width={300}
      trigger={
        <button type="button" className={css.summary} aria-label={`${label}: ${summary}`} title={summary}>
          {icon}
          <span className={classes(css.text, isEmpty && css.placeholder)}>{summary}</span>
        </button>
      }
    >
      {children}
    </Popover>
  )
}
