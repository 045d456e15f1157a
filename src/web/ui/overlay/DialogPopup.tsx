import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { classes } from '../classes.ts'
import type { DialogProps } from '../Dialog.tsx'
import { IconButton } from '../IconButton.tsx'
import { defineTexts, useText } from '../text.ts'
import css from './DialogPopup.module.css'
import { focusAtOnce } from './focusAtOnce.ts'

const texts = defineTexts('ui.dialog', { close: 'Close' })

/** A modal: focus is kept inside and returned, Esc and x close it, what lies behind is inert. */
export function DialogPopup({
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
  const popupRef = useRef<HTMLDivElement>(null)
  const bodyRef = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      disablePointerDismissal={!dismissible}
    >
      <Base.Portal>
        {/* also over another dialog, which is behind this one then */}
        <Base.Backdrop forceRender className={css.scrim} />
        <Base.Popup
          ref={popupRef}
          className={classes(css.dialog, sheet && css.sheet)}
          style={{ width }}
          initialFocus={() => focusAtOnce(popupRef.current, initialFocus?.current ?? firstField(bodyRef.current))}
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
          <div ref={bodyRef} className={classes(css.body, !flush && css.padded)}>
            {children}
          </div>
          {footer === undefined ? null : <footer className={css.footer}>{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Where typing starts: the first field of the body; without one the dialog decides. */
const firstField = (body: HTMLElement | null) =>
  body?.querySelector<HTMLElement>(
    'input:not([tabindex="-1"], [readonly], :disabled), textarea, [contenteditable="true"]',
  )
