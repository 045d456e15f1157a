import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { lazyOverlay } from './overlay/lazyOverlay.tsx'
import { Trigger, type TriggerElement } from './overlay/Trigger.tsx'

const PopoverPopup = lazyOverlay('PopoverPopup')

export interface PopoverProps {
  /** one element that takes a ref and DOM props, usually a Button */
  trigger: TriggerElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  /** px between the trigger and the panel */
  offset?: number
  /** px; as wide as its content by default */
  width?: number
  /** its accessible name */
  label?: string
  /** no padding: the content has its own */
  flush?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A floating panel next to a control; the focus moves into it and returns, Esc and a click outside close it. */
export function Popover({
  trigger,
  open,
  onOpenChange,
  side,
  align,
  offset,
  width,
  label,
  flush = false,
  initialFocus,
  children,
}: PopoverProps) {
  const anchor = useRef<Element>(null)
  const [ownOpen, setOwnOpen] = useState(false)
  const isOpen = open ?? ownOpen

  function setOpen(next: boolean) {
    setOwnOpen(next)
    onOpenChange?.(next)
  }

  return (
    <>
      <Trigger element={trigger} anchor={anchor} isOpen={isOpen} popup="dialog" onToggle={() => setOpen(!isOpen)} />
      {isOpen ? (
        <PopoverPopup
          anchor={anchor}
          onClose={() => setOpen(false)}
          side={side}
          align={align}
          offset={offset}
          style={{ width }}
          label={label}
          padded={!flush}
          initialFocus={initialFocus}
        >
          {children}
        </PopoverPopup>
      ) : null}
    </>
  )
}
