import { CircleAlert, CircleStop, RotateCw, TimerOff, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { bootstrap } from '../../../api/bootstrap.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import type { ChartFailure } from '../state/dashboardStore.ts'
import css from './ChartBody.module.css'

const texts = defineTexts('dashboard.chartFailure', {
  stopped: 'Updating chart was stopped',
  error: 'Error',
  engine: '{engine} Error',
  timeout: 'Timeout error',
  timeoutText: 'We’re having trouble loading this visualization. Queries are set to timeout after {seconds} seconds.',
  missingDataset: 'Missing dataset',
  missingDatasetText: 'The dataset linked to this chart may have been deleted.',
  column: 'Column not found',
  unexpected: 'Unexpected error',
  retry: 'Try again',
  more: 'See more',
  copy: 'Copy message',
  close: 'Close',
})

type Kind = 'error' | 'timeout' | 'missingDataset'

/** Which of the known troubles a failure is. */
function kindOf({ status, error_type }: ChartFailure): Kind {
  if (error_type === 'BACKEND_TIMEOUT_ERROR' || error_type === 'CONNECTION_DATABASE_TIMEOUT' || status === 504)
    return 'timeout'
  if (error_type === 'FAILED_FETCHING_DATASOURCE_INFO_ERROR' || error_type === 'UNKNOWN_DATASOURCE_TYPE_ERROR') {
    return 'missingDataset'
  }
  return 'error'
}

/** The heading over a failure's words. */
function failureTitle(failure: ChartFailure): { text: keyof typeof texts; values?: Record<string, string> } {
  const kind = kindOf(failure)
  if (kind !== 'error') return { text: kind }
  if (failure.error_type === 'COLUMN_DOES_NOT_EXIST_ERROR') return { text: 'column' }
  const engine = (failure.extra as { engine_name?: unknown } | undefined)?.engine_name
  return typeof engine === 'string' ? { text: 'engine', values: { engine } } : { text: 'error' }
}

interface ChartFailurePanelProps {
  /** undefined: the reader stopped it */
  failure: ChartFailure | undefined
  onRetry: () => void
}

/** What went wrong in a tile without a picture: plain words, then the way out; the rest behind "See more". */
export function ChartFailurePanel({ failure, onRetry }: ChartFailurePanelProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const retry = (
    <Button size="xs" icon={<RotateCw size={13} />} onClick={onRetry}>
      {t(texts.retry)}
    </Button>
  )
  if (!failure) return <TileMessage icon={<CircleStop size={20} />} title={t(texts.stopped)} actions={retry} />
  const kind = kindOf(failure)
  const { text, values } = failureTitle(failure)
  const words = wordsOf(failure, kind)
  return (
    <>
      <TileMessage
        role="alert"
        tone={kind === 'timeout' ? 'warning' : kind === 'error' ? 'danger' : undefined}
        icon={iconOf[kind]}
        title={t(texts[text], values)}
        text={words === undefined ? undefined : typeof words === 'string' ? words : t(words.text, words.values)}
        actions={
          <>
            {retry}
            <Button size="xs" onClick={() => setIsOpen(true)}>
              {t(texts.more)}
            </Button>
          </>
        }
      />
      <FailureDialog failure={failure} title={t(texts[text], values)} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

const iconOf: Record<Kind, ReactNode> = {
  error: <CircleAlert size={20} />,
  timeout: <TimerOff size={20} />,
  missingDataset: <Unplug size={20} />,
}

function wordsOf(failure: ChartFailure, kind: Kind) {
  if (kind === 'missingDataset') return { text: texts.missingDatasetText, values: {} }
  if (kind === 'error') return failure.message
  const seconds = Number(bootstrap.common.conf['SUPERSET_WEBSERVER_TIMEOUT'] ?? 60)
  return { text: texts.timeoutText, values: { seconds } }
}

function FailureDialog({
  failure,
  title,
  open,
  onClose,
}: {
  failure: ChartFailure
  title: string
  open: boolean
  onClose: () => void
}) {
  const t = useText()
  const copy = useCopy()
  const extra = failure.extra === undefined ? '' : `\n\n${JSON.stringify(failure.extra, null, 2)}`
  const whole = `${failure.message}${extra}`
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width={640}
      footer={
        <>
          <Button size="md" onClick={() => void copy(whole)}>
            {t(texts.copy)}
          </Button>
          <Button size="md" variant="primary" onClick={onClose}>
            {t(texts.close)}
          </Button>
        </>
      }
    >
      <pre className={css.details}>{whole}</pre>
    </Dialog>
  )
}

export interface TileMessageProps {
  icon: ReactNode
  tone?: 'danger' | 'warning'
  title: ReactNode
  text?: ReactNode
  actions?: ReactNode
  role?: 'alert'
}

/** An icon, a line, a sentence and the way out, in the middle of a tile. */
export function TileMessage({ icon, tone, title, text, actions, role }: TileMessageProps) {
  return (
    <div className={css.message} role={role}>
      <span className={css.icon} data-tone={tone}>
        {icon}
      </span>
      <p className={css.messageTitle}>{title}</p>
      {text ? <p className={css.messageText}>{text}</p> : null}
      {actions ? <div className={css.messageActions}>{actions}</div> : null}
    </div>
  )
}
