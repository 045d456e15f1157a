import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
  useMemo,
} from 'react'
import { classes } from './classes.ts'
import { inlineKey } from './direction.ts'
import css from './Tabs.module.css'

interface TabsState {
  value: string
  onChange: (value: string) => void
  baseId: string
}

const TabsContext = createContext<TabsState | undefined>(undefined)

function useTabs(): TabsState {
  const state = useContext(TabsContext)
  if (!state) throw new Error('A tab stands outside of Tabs.')
  return state
}

export interface TabsProps {
  value: string
  onChange: (value: string) => void
  className?: string
  children: ReactNode
}

/**
 * Contains a TabList and its TabPanels. Not Base UI's tabs: the behavior is the same, and they add 11.1 KB (Brotli) to
 * the first script of every dashboard.
 */
export function Tabs({ value, onChange, className, children }: TabsProps) {
  const baseId = useId()
  const state = useMemo(() => ({ value, onChange, baseId }), [value, onChange, baseId])
  return (
    <TabsContext value={state}>
      <div className={className}>{children}</div>
    </TabsContext>
  )
}

export interface TabListProps {
  label: string
  /** quiet: small tabs next to a section's heading, without the line */
  look?: 'line' | 'quiet'
  className?: string
  children: ReactNode
}

/** The row of tabs; arrow keys, Home and End move to a tab and open it. It scrolls if it is too narrow. */
export function TabList({ label, look = 'line', className, children }: TabListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the open tab has the focus
    <div
      role="tablist"
      aria-label={label}
      className={classes(css.list, look === 'quiet' && css.quiet, className)}
      onKeyDown={moveFocus}
    >
      {children}
    </div>
  )
}

/** Focusing a tab by keyboard opens it; a click on it does the same. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)')]
  const at = tabs.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowRight: tabs[(at + 1) % tabs.length],
    ArrowLeft: tabs.at(at - 1),
    Home: tabs[0],
    End: tabs.at(-1),
  }
  const target = targets[inlineKey(event.key)]
  if (!target) return
  event.preventDefault()
  target.focus()
  target.click()
}

export interface TabProps extends Omit<ComponentProps<'button'>, 'value'> {
  value: string
  icon?: ReactNode
  count?: number
}

export function Tab({ value, icon, count, children, className, onClick, ...rest }: TabProps) {
  const tabs = useTabs()
  const isOpen = tabs.value === value
  return (
    <button
      id={`${tabs.baseId}-tab-${value}`}
      {...rest}
      type="button"
      role="tab"
      aria-selected={isOpen}
      tabIndex={isOpen ? 0 : -1}
      className={classes(css.tab, className)}
      onClick={(event) => {
        onClick?.(event)
        if (!isOpen) tabs.onChange(value)
      }}
    >
      {icon}
      {children}
      {count === undefined ? null : <span className={css.count}>{count}</span>}
    </button>
  )
}

export interface TabPanelProps {
  value: string
  className?: string
  /** whether the content stays mounted while the tab is closed */
  keepMounted?: boolean
  children: ReactNode
}

/** The content of a tab. */
export function TabPanel({ value, className, children, keepMounted = false }: TabPanelProps) {
  const tabs = useTabs()
  const isOpen = tabs.value === value
  if (!isOpen && !keepMounted) return null
  return (
    <div
      role="tabpanel"
      aria-labelledby={`${tabs.baseId}-tab-${value}`}
      hidden={!isOpen}
      className={classes(css.panel, className)}
    >
      {children}
    </div>
  )
}
