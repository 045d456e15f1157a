import { type ReactNode, type RefObject, useState } from 'react'
import { lazyOverlay } from './overlay/lazyOverlay.tsx'

const DialogPopup = lazyOverlay('DialogPopup')

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** px; forms 520 (the default), datasets 1080, gallery 1090 */
  width?: number
  /** the row of buttons, primary last */
  footer?: ReactNode
  /** false: only its own buttons close it, as while a save runs */
  dismissible?: boolean
  /** no padding: the content brings its own */
  flush?: boolean
  /** from the bottom on narrow screens */
  sheet?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A modal: focus is kept inside and returned, Esc and x close it, what lies behind is inert. */
export function Dialog(props: DialogProps) {
  // Once opened it stays mounted, so that it can fade when it closes.
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? <DialogPopup {...props} /> : null
}
