import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu'
import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Kbd } from './Kbd.tsx'
import css from './Menu.module.css'

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** at the right, such as `E` or `⌘ K`; the menu only shows it */
  shortcut?: string
  hint?: string
  danger?: boolean
  /** greyed; the text says why and stands below the label */
  disabledReason?: string | false
  /** leads to a page instead of doing something */
  href?: string
  /** set: the entry is a switch and shows a tick when true */
  checked?: boolean
  onSelect?: () => void
  /** set: the entry opens a menu of its own */
  items?: MenuEntry[]
}

export type MenuEntry = MenuItem | 'divider' | { heading: string } | false | undefined

interface MenuPosition {
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
}

export interface MenuProps extends MenuPosition {
  /** one element that takes a ref and DOM props, usually a Button */
  trigger: ReactElement<Record<string, unknown>>
  items: MenuEntry[]
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A button's menu. Entries are data; falsy ones are left out. */
export function Menu({ trigger, items, open, onOpenChange, side = 'bottom', align = 'start' }: MenuProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <MenuPopup items={items} side={side} align={align} sideOffset={4} />
    </Base.Root>
  )
}

export interface ContextMenuProps {
  items: MenuEntry[]
  /** the region that answers the right click, the menu key and a long press; takes a ref and DOM props */
  children: ReactElement<Record<string, unknown>>
  onOpenChange?: (open: boolean) => void
}

/** The menu of the right click. Offer the same entries by a button: not everybody has a second one. */
export function ContextMenu({ items, children, onOpenChange }: ContextMenuProps) {
  return (
    <BaseContextMenu.Root onOpenChange={onOpenChange}>
      <BaseContextMenu.Trigger render={children} />
      <MenuPopup items={items} />
    </BaseContextMenu.Root>
  )
}

export interface PointMenuProps {
  items: MenuEntry[]
  /** where it opens, in px of the window; closed without */
  at: { x: number; y: number } | undefined
  onClose: () => void
}

/** A menu at a point: of a mark on a canvas, which is no element that could open one. */
export function PointMenu({ items, at, onClose }: PointMenuProps) {
  const anchor = at && { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }
  return (
    <Base.Root open={at !== undefined} onOpenChange={(open) => (open ? undefined : onClose())}>
      <MenuPopup items={items} side="bottom" align="start" anchor={anchor} />
    </Base.Root>
  )
}

function MenuPopup({
  items,
  ...position
}: MenuPosition & {
  items: MenuEntry[]
  sideOffset?: number
  anchor?: { getBoundingClientRect: () => DOMRect }
}) {
  return (
    <Base.Portal>
      <Base.Positioner className={css.positioner} {...position}>
        <Base.Popup className={css.popup}>
          <Entries items={items} />
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

function Entries({ items }: { items: MenuEntry[] }) {
  return items.map((entry, index) => {
    if (!entry) return null
    // biome-ignore lint/suspicious/noArrayIndexKey: a divider has no other identity
    if (entry === 'divider') return <Base.Separator key={`divider-${index}`} className={css.divider} />
    if ('heading' in entry) {
      return (
        <div key={entry.heading} className={css.heading} role="presentation">
          {entry.heading}
        </div>
      )
    }
    return <Entry key={entry.label} item={entry} />
  })
}

function Entry({ item }: { item: MenuItem }) {
  const isOff = typeof item.disabledReason === 'string'
  const className = classes(css.item, item.danger && css.danger, isOff && css.off)
  if (item.items) {
    return (
      <Base.SubmenuRoot disabled={isOff}>
        <Base.SubmenuTrigger className={className}>
          <Face item={item} />
          <ChevronRight size={14} className={css.end} />
        </Base.SubmenuTrigger>
        <MenuPopup items={item.items} sideOffset={-2} />
      </Base.SubmenuRoot>
    )
  }
  if (item.checked !== undefined) {
    return (
      <Base.CheckboxItem
        className={className}
        disabled={isOff}
        checked={item.checked}
        onCheckedChange={() => item.onSelect?.()}
        closeOnClick
      >
        <Face item={item} />
        {item.checked ? <Check size={14} className={css.end} /> : null}
      </Base.CheckboxItem>
    )
  }
  if (item.href !== undefined && !isOff) {
    return (
      <Base.LinkItem className={className} href={item.href} onClick={item.onSelect} closeOnClick>
        <Face item={item} />
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item className={className} disabled={isOff} onClick={item.onSelect}>
      <Face item={item} />
    </Base.Item>
  )
}

function Face({ item }: { item: MenuItem }) {
  return (
    <>
      {item.icon}
      <span className={css.label}>
        {item.label}
        {item.disabledReason ? <span className={css.reason}>{item.disabledReason}</span> : null}
      </span>
      {item.hint === undefined ? null : <span className={css.hint}>{item.hint}</span>}
      {item.shortcut === undefined ? null : (
        <span className={css.end}>
          <Kbd keys={item.shortcut} />
        </span>
      )}
    </>
  )
}
