import { useState } from 'react'
import type { DrawerProps } from './overlay/DrawerPopup.tsx'
import { lazyOverlay } from './overlay/lazyOverlay.tsx'

const DrawerPopup = lazyOverlay('DrawerPopup')

/** A pane that slides in from the left over the page. */
export function Drawer(props: DrawerProps) {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? <DrawerPopup {...props} /> : null
}
