import { Dialog as Base } from '@base-ui/react/dialog'
import type { DrawerProps } from '../Drawer.tsx'
import css from './DrawerPopup.module.css'

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
