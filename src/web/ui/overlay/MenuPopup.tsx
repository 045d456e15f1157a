import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { Kbd } from '../Kbd.tsx'
import css from './MenuPopup.module.css'

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** shown on the right, such as `E` or `⌘ K`; display only */
  shortcut?: string
  hint?: string
  danger?: boolean
  /** disables the entry; the text is the reason, and is shown below the label */
  disabledReason?: string | false
  /** opens a page instead of running a function */
  href?: string
  /** if set, the entry is a switch and shows a check mark when true */
  checked?: boolean
  onSelect?: () => void
  /** if set, the entry opens a submenu */
  items?: MenuEntry[]
  /** adds a search field above the entries of a long submenu; the text is shown if nothing is found */
  search?: { label: string; none: string } | undefined
}

export type MenuEntry = MenuItem | 'divider' | { heading: string } | false | undefined

export interface MenuPosition {
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
}

export interface MenuPopupProps extends MenuPosition {
  items: MenuEntry[]
  /** an element, or a position in the window */
  anchor: RefObject<Element | null> | { getBoundingClientRect: () => DOMRect }
  /** whether the menu was opened by a key: the first entry then gets the focus */
  byKeyboard?: boolean
  /** the element that gets the focus afterwards, if there is no trigger */
  returnTo?: HTMLElement | undefined
  onClose: () => void
}

/** The panel of a menu. Mounted while it is open. */
export function MenuPopup({ items, anchor, byKeyboard = false, returnTo, onClose, side, align }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!byKeyboard) return
    // Runs after the menu has taken the focus itself.
    const timer = setTimeout(() => {
      const panel = popup.current
      // arrow keys may already have moved the focus
      const isInside = panel !== document.activeElement && panel?.contains(document.activeElement)
      if (!isInside) panel?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    }, 32)
    return () => clearTimeout(timer)
  }, [byKeyboard])
  useEffect(() => {
    if (!returnTo) return
    const panel = popup.current
    return () => {
      // an opened dialog or a click elsewhere may have taken the focus in the meantime
      const now = document.activeElement
      if (returnTo.isConnected && (!now || now === document.body || panel?.contains(now))) returnTo.focus()
    }
  }, [returnTo])
  return (
    <Base.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner className={css.positioner} anchor={anchor} side={side} align={align} sideOffset={4}>
          <Base.Popup ref={popup} className={css.popup}>
            <Entries items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
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
  if (item.items) return <Submenu item={item} items={item.items} className={className} isOff={isOff} />
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

interface SubmenuProps {
  item: MenuItem
  items: MenuEntry[]
  className: string
  isOff: boolean
}

function Submenu({ item, items, className, isOff }: SubmenuProps) {
  const byKey = useRef(false)

  /** The library focuses an entry one frame later; until then another key press would close the submenu. */
  function focusEntry(panel: HTMLElement | null) {
    if (!panel || !byKey.current) return
    byKey.current = false
    // the submenu is not positioned yet: scrolling to the entry would move the page
    panel.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true })
  }

  return (
    <Base.SubmenuRoot
      disabled={isOff}
      onOpenChange={(isOpen, { event }) => {
        // a click without a pointer came from Enter or Space
        byKey.current = isOpen && (event.type === 'keydown' || (event instanceof MouseEvent && event.detail === 0))
      }}
    >
      <Base.SubmenuTrigger className={className}>
        <Face item={item} />
        <ChevronRight size={14} className={css.end} />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className={css.positioner} sideOffset={-2}>
          <Base.Popup ref={focusEntry} className={css.popup}>
            {item.search ? <SearchedEntries items={items} {...item.search} /> : <Entries items={items} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}

/** Keys of the menu, also while the search field has the focus. */
const menuKeys = new Set(['ArrowDown', 'ArrowUp', 'Escape', 'Tab'])

/** The entries whose label contains the text. A letter that is typed on an entry goes to the search field. */
function SearchedEntries({ items, label, none }: { items: MenuEntry[]; label: string; none: string }) {
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const needle = text.trim().toLowerCase()
  const found = items.filter(
    (entry) => typeof entry === 'object' && 'label' in entry && entry.label.toLowerCase().includes(needle),
  )

  function onKeyDown(event: KeyboardEvent) {
    const isInField = event.target === field.current
    if (isInField && event.key === 'Enter') list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.click()
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isInField && isLetter && event.key !== ' ') field.current?.focus()
    else if (!isInField || menuKeys.has(event.key)) return
    // otherwise the menu itself would search for an entry that begins with the typed letter
    event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field and the entries inside
    <div onKeyDownCapture={onKeyDown}>
      <input
        ref={field}
        className={css.search}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div ref={list} role="presentation">
        {found.length === 0 ? (
          <div className={css.heading} role="presentation">
            {none}
          </div>
        ) : (
          <Entries items={found} />
        )}
      </div>
    </div>
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
