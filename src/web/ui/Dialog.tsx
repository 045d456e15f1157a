import { useState } from 'react'
import type { DialogProps } from './overlay/DialogPopup.tsx'
import { lazyOverlay } from './overlay/lazyOverlay.tsx'

const DialogPopup = lazyOverlay('DialogPopup')

/** A modal dialog: the focus is trapped and returned, Esc and × close it, the page behind is inert. */
export function Dialog(props: DialogProps) {
  // Once opened it stays mounted, so that closing can be animated.
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? <DialogPopup {...props} /> : null
}
