import { CircleAlert, CircleStop, RotateCw, TimerOff, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { culpritsOf } from '../../../../model/errors/culprit.ts'
import { bootstrap } from '../../../api/bootstrap.ts'
import { culpritMessage, culpritTitle } from '../../../chart/culpritText.ts'
import { plainMessage } from '../../../chart/plainMessage.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import type { ChartFailure } from '../state/dashboardStore.ts'
import css from './ChartBody.module.css'
import { TileMessage } from './TileMessage.tsx'

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

function kindOf({ status, error_type }: ChartFailure): Kind {
  if (error_type === 'BACKEND_TIMEOUT_ERROR' || error_type === 'CONNECTION_DATABASE_TIMEOUT' || status === 504)
    return 'timeout'
  if (error_type === 'FAILED_FETCHING_DATASOURCE_INFO_ERROR' || error_type === 'UNKNOWN_DATASOURCE_TYPE_ERROR') {
    return 'missingDataset'
  }
  return 'error'
}

function failureTitle(failure: ChartFailure): { text: keyof typeof texts; values?: Record<string, string> } {
  const kind = kindOf(failure)
  if (kind !== 'error') return { text: kind }
  if (failure.error_type === 'COLUMN_DOES_NOT_EXIST_ERROR') return { text: 'column' }
  const engine = (failure.extra as { engine_name?: unknown } | undefined)?.engine_name
  return typeof engine === 'string' ? { text: 'engine', values: { engine } } : { text: 'error' }
}

interface ChartFailurePanelProps {
  /** undefined: the user stopped it */
  failure: ChartFailure | undefined
  onRetry: () => void
}

/** The error in a tile without a chart: a plain message and a retry button; details behind "See more". */
export default function ChartFailurePanel({ failure, onRetry }: ChartFailurePanelProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const retry = (
    <Button size="xs" icon={<RotateCw size={13} />} onClick={onRetry}>
      {t(texts.retry)}
    </Button>
  )
  if (!failure) return <TileMessage icon={<CircleStop size={20} />} title={t(texts.stopped)} actions={retry} />
  const kind = kindOf(failure)
  const culprits = culpritsOf(failure.extra as Record<string, unknown> | undefined)
  const { text, values } = failureTitle(failure)
  const title = culpritTitle(t, culprits) ?? t(texts[text], values)
  const words = wordsOf(failure, kind)
  return (
    <>
      <TileMessage
        role="alert"
        tone={kind === 'timeout' ? 'warning' : kind === 'error' ? 'danger' : undefined}
        icon={iconOf[kind]}
        title={title}
        text={
          typeof words !== 'string'
            ? t(words.text, words.values)
            : culprits.length > 0
              ? culpritMessage(t, words, failure.error_type, culprits)
              : plainMessage(words)
        }
        actions={
          <>
            {retry}
            <Button size="xs" onClick={() => setIsOpen(true)}>
              {t(texts.more)}
            </Button>
          </>
        }
      />
      <FailureDialog failure={failure} title={title} open={isOpen} onClose={() => setIsOpen(false)} />
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
