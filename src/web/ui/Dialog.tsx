import { useState } from 'react'
import type { DialogProps } from './overlay/DialogPopup.tsx'
import { lazyOverlay } from './overlay/lazyOverlay.tsx'

const DialogPopup = lazyOverlay('DialogPopup')

/** A modal: focus is kept inside and returned, Esc and x close it, what lies behind is inert. */
export function Dialog(props: DialogProps) {
  // Once opened it stays mounted, so that it can fade when it closes.
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? <DialogPopup {...props} /> : null
}
