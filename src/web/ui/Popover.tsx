import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode, RefObject } from 'react'
import css from './Popover.module.css'

export interface PopoverProps {
  /** one element that takes a ref and DOM props, usually a Button */
  trigger?: ReactElement<Record<string, unknown>>
  /** where it opens when there is no trigger, or when another element is the better place */
  anchor?: Element | RefObject<Element | null> | null
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  /** px; as wide as its content otherwise */
  width?: number
  /** says what it is to those who do not see it */
  label?: string
  /** no padding: the content brings its own */
  flush?: boolean
  initialFocus?: RefObject<HTMLElement | null> | false
  children: ReactNode
}

/** A floating panel at a control; focus moves in and returns, Esc and a click outside close it. */
export function Popover({
  trigger,
  anchor,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  width,
  label,
  flush = false,
  initialFocus,
  children,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Base.Trigger render={trigger} /> : null}
      <Base.Portal>
        <Base.Positioner
          className={css.positioner}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          anchor={anchor}
        >
          <Base.Popup
            className={flush ? css.popup : `${css.popup} ${css.padded}`}
            style={{ width }}
            aria-label={label}
            initialFocus={initialFocus}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
