import { type ReactNode, useState } from 'react'
import { lazyOverlay } from './overlay/lazyOverlay.tsx'

const DrawerPopup = lazyOverlay('DrawerPopup')

export interface DrawerProps {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}

/** A pane that slides in from the left over the page. */
export function Drawer(props: DrawerProps) {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? <DrawerPopup {...props} /> : null
}
