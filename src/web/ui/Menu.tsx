import { type ReactNode, useRef, useState } from 'react'
import { lazyOverlay } from './overlay/lazyOverlay.tsx'
import type { MenuEntry, MenuPosition } from './overlay/MenuPopup.tsx'
import { Trigger, type TriggerElement } from './overlay/Trigger.tsx'

export type { MenuEntry } from './overlay/MenuPopup.tsx'

const MenuPopup = lazyOverlay('MenuPopup')

/** The entries, or a component that loads them when the menu is opened and passes them on. */
export type MenuItems = MenuEntry[] | ((show: (items: MenuEntry[]) => ReactNode) => ReactNode)

const shown = (items: MenuItems, show: (items: MenuEntry[]) => ReactNode) =>
  typeof items === 'function' ? items(show) : show(items)

export interface MenuProps extends MenuPosition {
  /** one element that takes a ref and DOM props, usually a Button */
  trigger: TriggerElement
  items: MenuItems
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A button with a menu. Entries are data; falsy ones are omitted. */
export function Menu({ trigger, items, open, onOpenChange, side = 'bottom', align = 'start' }: MenuProps) {
  const anchor = useRef<Element>(null)
  const [ownOpen, setOwnOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const isOpen = open ?? ownOpen

  function setOpen(next: boolean) {
    setOwnOpen(next)
    onOpenChange?.(next)
  }

  return (
    <>
      <Trigger
        element={trigger}
        anchor={anchor}
        isOpen={isOpen}
        popup="menu"
        onToggle={(event) => {
          // A click without a pointer came from Enter or Space.
          setByKeyboard(event.detail === 0)
          setOpen(!isOpen)
        }}
      />
      {isOpen
        ? shown(items, (entries) => (
            <MenuPopup
              items={entries}
              anchor={anchor}
              byKeyboard={byKeyboard}
              onClose={() => setOpen(false)}
              side={side}
              align={align}
            />
          ))
        : null}
    </>
  )
}

export interface PointMenuProps {
  items: MenuItems
  /** the position at which the menu opens, in px of the window; undefined while the menu is closed */
  at: { x: number; y: number } | undefined
  onClose: () => void
}

/** A menu at a position, for a mark on a canvas, which is not an element. */
export function PointMenu({ items, at, onClose }: PointMenuProps) {
  return at ? <OpenPointMenu items={items} at={at} onClose={onClose} /> : null
}

function OpenPointMenu({ items, at, onClose }: PointMenuProps & { at: { x: number; y: number } }) {
  // no button opened it: the focus returns to the previously focused element
  const [before] = useState(() => document.activeElement)
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }
  return shown(items, (entries) => (
    <MenuPopup
      items={entries}
      anchor={anchor}
      returnTo={before instanceof HTMLElement ? before : undefined}
      onClose={onClose}
      side="bottom"
      align="start"
    />
  ))
}
