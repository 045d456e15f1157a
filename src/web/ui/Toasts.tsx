import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import css from './Toasts.module.css'
import { defineTexts, useText } from './text.ts'
import { closeToast, type ToastKind, type ToastMessage, useToasts } from './toast.ts'

const texts = defineTexts('ui.toast', { close: 'Close', region: 'Notifications' })

const icons: Record<ToastKind, typeof Info> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}

/**
 * The stack of messages, top right. Mounted once by the shell. Not Base UI's toasts: they add 22.1 KB (Brotli) to the
 * first script, and if they were loaded later, they could not report that a part of the page failed to load.
 */
export function Toasts() {
  const t = useText()
  const { toasts } = useToasts()
  return (
    // The region exists before the first message: screen readers announce text that is added to a live region, but not
    // a region that appears with its text.
    <section className={css.region} aria-label={t(texts.region)} aria-live="polite">
      {toasts.map((message) => (
        <ToastCard key={message.id} message={message} />
      ))}
    </section>
  )
}

function ToastCard({ message }: { message: ToastMessage }) {
  const t = useText()
  const [isHeld, setIsHeld] = useState(false)
  const leftMs = useRef(message.durationMs)
  const Icon = icons[message.kind]
  const { text } = message

  // The timer pauses while the toast is hovered or focused: long texts need time to read. While a user moves with Tab,
  // a toast with a button stays: the user may be on the way to it.
  useEffect(() => {
    if (isHeld || message.durationMs < 0) return
    const close = () => closeToast(message.id)
    let startedAt = performance.now()
    let timer = setTimeout(close, leftMs.current)
    const stay = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || !message.action) return
      clearTimeout(timer)
      leftMs.current = message.durationMs
      startedAt = performance.now()
      timer = setTimeout(close, leftMs.current)
    }
    window.addEventListener('keydown', stay)
    return () => {
      window.removeEventListener('keydown', stay)
      clearTimeout(timer)
      leftMs.current -= performance.now() - startedAt
    }
  }, [isHeld, message])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering it only pauses its timer
    <div
      className={classes(css.toast, css[message.kind])}
      role={message.kind === 'danger' || message.kind === 'warning' ? 'alert' : undefined}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon size={16} className={css.icon} />
      <div className={css.text}>{typeof text === 'string' ? text : t(text.text, text.values)}</div>
      {message.action ? (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            message.action?.onSelect()
            closeToast(message.id)
          }}
        >
          {message.action.label}
        </button>
      ) : null}
      <IconButton
        size="xs"
        label={t(texts.close)}
        tooltip={false}
        icon={<X size={14} />}
        onClick={() => closeToast(message.id)}
      />
    </div>
  )
}
