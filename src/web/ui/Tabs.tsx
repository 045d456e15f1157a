import { Tabs as Base } from '@base-ui/react/tabs'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './Tabs.module.css'

export interface TabsProps {
  value: string
  onChange: (value: string) => void
  className?: string
  children: ReactNode
}

/** Holds a TabList and its TabPanels. */
export function Tabs({ value, onChange, className, children }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))} className={className}>
      {children}
    </Base.Root>
  )
}

export interface TabListProps {
  label: string
  /** quiet: the small words beside a section's heading, without the line */
  look?: 'line' | 'quiet'
  className?: string
  children: ReactNode
}

/** The row of tabs; arrow keys move, it scrolls when it is too narrow. */
export function TabList({ label, look = 'line', className, children }: TabListProps) {
  return (
    <Base.List
      aria-label={label}
      activateOnFocus
      className={classes(css.list, look === 'quiet' && css.quiet, className)}
    >
      {children}
    </Base.List>
  )
}

export interface TabProps extends Omit<ComponentProps<typeof Base.Tab>, 'className'> {
  value: string
  icon?: ReactNode
  count?: number
  className?: string
}

export function Tab({ icon, count, children, className, ...rest }: TabProps) {
  return (
    <Base.Tab {...rest} className={classes(css.tab, className)}>
      {icon}
      {children}
      {count === undefined ? null : <span className={css.count}>{count}</span>}
    </Base.Tab>
  )
}

export function TabPanel({
  value,
  className,
  children,
  keepMounted,
}: {
  value: string
  className?: string
  keepMounted?: boolean
  children: ReactNode
}) {
  return (
    <Base.Panel value={value} className={classes(css.panel, className)} keepMounted={keepMounted}>
      {children}
    </Base.Panel>
  )
}
