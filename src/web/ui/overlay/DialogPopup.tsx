import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classes } from '../classes.ts'
import { IconButton } from '../IconButton.tsx'
import { defineTexts, useText } from '../text.ts'
import css from './DialogPopup.module.css'
import { focusAtOnce } from './focusAtOnce.ts'
import { useMovable } from './useMovable.ts'

const texts = defineTexts('ui.dialog', {
  close: 'Close',
  grip: 'Resize with the arrow keys, move with Shift and the arrow keys',
})

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** width in px; forms 520 (the default), datasets 1080, gallery 1090 */
  width?: number
  /** the buttons at the bottom, primary last */
  footer?: ReactNode
  /** false: only the buttons of the dialog close it, for example during a save */
  dismissible?: boolean
  /** no padding: the content has its own */
  flush?: boolean
  /** whether the dialog is a bottom sheet on narrow screens */
  sheet?: boolean
  /** for dialogs with data: can be moved by the header and resized by a grip, except on narrow screens */
  movable?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A modal dialog: the focus is trapped and returned, Esc and × close it, the page behind is inert. */
export function DialogPopup({
  open,
  onClose,
  title,
  width = 520,
  footer,
  dismissible = true,
  flush = false,
  sheet = false,
  movable = false,
  initialFocus,
  children,
}: DialogProps) {
  const t = useText()
  const popupRef = useRef<HTMLDivElement>(null)
  const bodyRef = useRef<HTMLDivElement>(null)
  const place = useMovable(popupRef)
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      disablePointerDismissal={!dismissible}
    >
      <Base.Portal>
        {/* shown also above another dialog, which is then in the background */}
        <Base.Backdrop forceRender className={css.scrim} />
        <Base.Popup
          ref={popupRef}
          className={classes(css.dialog, sheet && css.sheet, movable && css.movable)}
          style={{ width, ...(movable && place.style) }}
          initialFocus={() => focusAtOnce(popupRef.current, initialFocus?.current ?? firstField(bodyRef.current))}
          data-dialog=""
          data-resized={place.isResized || undefined}
        >
          <header className={css.header} onPointerDown={movable ? place.onHeaderPointerDown : undefined}>
            <Base.Title className={css.title}>{title}</Base.Title>
            {dismissible ? (
              <IconButton label={t(texts.close)} icon={<X size={16} />} tooltip={false} onClick={onClose} />
            ) : null}
          </header>
          <div ref={bodyRef} className={classes(css.body, !flush && css.padded)}>
            {children}
          </div>
          {footer === undefined ? null : <footer className={css.footer}>{footer}</footer>}
          {movable ? (
            <button
              type="button"
              className={css.grip}
              aria-label={t(texts.grip)}
              onPointerDown={place.onGripPointerDown}
              onKeyDown={place.onGripKeyDown}
            />
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The initial focus: the first field of the body. If there is none, the dialog decides. */
const firstField = (body: HTMLElement | null) =>
  body?.querySelector<HTMLElement>(
    'input:not([tabindex="-1"], [readonly], :disabled), textarea, [contenteditable="true"]',
  )
