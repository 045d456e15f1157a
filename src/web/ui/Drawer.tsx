import { type ReactNode, useRef } from 'react'
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
  const wasOpen = useRef(false)
  wasOpen.current ||= props.open
  return wasOpen.current ? <DrawerPopup {...props} /> : null
}
