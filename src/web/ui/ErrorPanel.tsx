import { CircleAlert, Clock, Copy, RotateCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { Dialog } from './Dialog.tsx'
import css from './ErrorPanel.module.css'
import { defineTexts, useText } from './text.ts'
import { useCopy } from './useCopy.ts'

const texts = defineTexts('ui.error', {
  title: 'Error',
  retry: 'Try again',
  seeMore: 'See more',
  copy: 'Copy message',
  close: 'Close',
})

export interface ErrorPanelProps {
  /** "Error" by default */
  title?: string
  /** amber for timeouts (`timeout`), red for errors */
  kind?: 'error' | 'timeout' | 'warning'
  /** the message in plain words */
  message: ReactNode
  /** codes, SQL, stack traces: behind "See more" */
  details?: string
  onRetry?: () => void
  /** further actions */
  actions?: ReactNode
  /** inside a tile: smaller, at the top left */
  compact?: boolean
}

const icons = { error: CircleAlert, timeout: Clock, warning: TriangleAlert }

/** An error message with actions. */
export function ErrorPanel({ kind = 'error', title, message, details, onRetry, actions, compact }: ErrorPanelProps) {
  const t = useText()
  const copy = useCopy()
  const [isOpen, setIsOpen] = useState(false)
  const Icon = icons[kind]
  const size = compact ? 'xs' : 'sm'
  return (
    <div className={classes(css.panel, css[kind], compact && css.compact)} role="alert">
      <Icon size={compact ? 16 : 20} className={css.icon} />
      <div className={css.words}>
        <div className={css.title}>{title ?? t(texts.title)}</div>
        <div className={css.message}>{message}</div>
        {onRetry || details || actions ? (
          <div className={css.actions}>
            {onRetry ? (
              <Button size={size} icon={<RotateCw size={13} />} onClick={onRetry}>
                {t(texts.retry)}
              </Button>
            ) : null}
            {actions}
            {details ? (
              <Button size={size} variant="quiet" onClick={() => setIsOpen(true)}>
                {t(texts.seeMore)}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {details ? (
        <Dialog
          open={isOpen}
          onClose={() => setIsOpen(false)}
          title={title ?? t(texts.title)}
          width={720}
          footer={
            <>
              <Button size="md" icon={<Copy size={14} />} onClick={() => void copy(details)}>
                {t(texts.copy)}
              </Button>
              <Button size="md" variant="primary" onClick={() => setIsOpen(false)}>
                {t(texts.close)}
              </Button>
            </>
          }
        >
          <p className={css.lead}>{message}</p>
          <pre className={css.details}>{details}</pre>
        </Dialog>
      ) : null}
    </div>
  )
}
