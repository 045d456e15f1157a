import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'
import css from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('ui.dialog', { close: 'Close' })

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
export function Dialog({
  open,
  onClose,
  title,
  width = 520,
  footer,
  dismissible = true,
  flush = false,
  sheet = false,
  initialFocus,
  children,
}: DialogProps) {
  const t = useText()
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      disablePointerDismissal={!dismissible}
    >
      <Base.Portal>
        <Base.Backdrop className={css.scrim} />
        <Base.Popup
          className={classes(css.dialog, sheet && css.sheet)}
          style={{ width }}
          initialFocus={initialFocus}
          data-dialog=""
        >
          <header className={css.header}>
            <Base.Title className={css.title} render={<h2 />}>
              {title}
            </Base.Title>
            {dismissible ? (
              <IconButton label={t(texts.close)} icon={<X size={16} />} tooltip={false} onClick={onClose} />
            ) : null}
          </header>
          <div className={classes(css.body, !flush && css.padded)}>{children}</div>
          {footer === undefined ? null : <footer className={css.footer}>{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
