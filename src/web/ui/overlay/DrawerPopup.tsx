import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import css from './DrawerPopup.module.css'

export interface DrawerProps {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}

/** A pane that slides in from the left over the page. */
export function DrawerPopup({ open, onClose, label, children }: DrawerProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={css.scrim} />
        <Base.Popup className={css.drawer} aria-label={label}>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
