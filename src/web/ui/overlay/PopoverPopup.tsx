import { Popover as Base } from '@base-ui/react/popover'
import { type CSSProperties, type KeyboardEventHandler, type ReactNode, type RefObject, useRef } from 'react'
import { classes } from '../classes.ts'
import { focusAtOnce } from './focusAtOnce.ts'
import css from './PopoverPopup.module.css'
import { isPressOn } from './Trigger.tsx'

export interface PopoverPopupProps {
  anchor: RefObject<Element | null>
  /** its trigger, if it is not the anchor */
  trigger?: RefObject<Element | null>
  onClose: () => void
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  /** px between the anchor and the panel */
  offset?: number
  label?: string
  style?: CSSProperties
  className?: string
  padded?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  onKeyDown?: KeyboardEventHandler
  children: ReactNode
}

/** The panel of a popover or a select. Mounted while it is open. */
export function PopoverPopup({
  anchor,
  trigger = anchor,
  onClose,
  side = 'bottom',
  align = 'start',
  offset = 4,
  label,
  style,
  className,
  padded = false,
  initialFocus,
  onKeyDown,
  children,
}: PopoverPopupProps) {
  const popupRef = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open
      onOpenChange={(isOpen, { event }) => {
        if (!isOpen && !isPressOn(trigger, event)) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          className={css.positioner}
          side={side}
          align={align}
          sideOffset={offset}
          collisionPadding={8}
          anchor={anchor}
        >
          <Base.Popup
            ref={popupRef}
            className={classes(css.popup, padded && css.padded, className)}
            style={style}
            aria-label={label}
            initialFocus={() => focusAtOnce(popupRef.current, initialFocus?.current ?? editorField(popupRef.current))}
            finalFocus={() => (trigger.current instanceof HTMLElement ? trigger.current : true)}
            onKeyDown={onKeyDown}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The initial focus of an editor with tabs: the first field of its open tab. If there is none, the popover decides. */
const editorField = (popup: HTMLElement | null) =>
  popup?.querySelector<HTMLElement>(
    '[data-editor] [role="tabpanel"] :is(button[role="combobox"], input, textarea, [contenteditable="true"]):not(:disabled)',
  )
