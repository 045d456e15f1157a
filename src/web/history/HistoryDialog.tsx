import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/failure.ts'
import { personName } from '../api/list.ts'
import { restoreVersion, type VersionAgainst, type Versioned, type VersionRow, versionsQuery } from '../api/versions.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Tag } from '../ui/Tag.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import css from './HistoryDialog.module.css'
import { VersionChanges } from './VersionChanges.tsx'

const texts = defineTexts('history', {
  title: 'History of {name}',
  versions: 'Versions',
  current: 'Current',
  nobody: 'Unknown user',
  details: 'What differs',
  compare: 'Compare',
  previous: 'Changed by this save',
  now: 'Compared with now',
  close: 'Close',
  restore: 'Restore this version',
  isCurrent: 'This is the current version.',
  restored: 'The version was restored. The state before it stays in the history.',
  failed: 'The version could not be restored: {message}',
})

export interface HistoryDialogProps extends Versioned {
  name: string
  onClose: () => void
  /** shows the restored state */
  onRestored: () => void
}

/** The saved versions of an object: who saved each and when, what changed, and restoring one. */
export default function HistoryDialog({ kind, id, name, onClose, onRestored }: HistoryDialogProps) {
  const t = useText()
  const versions = useQuery(versionsQuery({ kind, id }))
  const [chosen, setChosen] = useState<number>()
  const [against, setAgainst] = useState<VersionAgainst>('previous')
  const [isBusy, setIsBusy] = useState(false)
  const rows = versions.data ?? []
  const shown = rows.find(({ version }) => version === chosen) ?? rows[0]

  async function restore(version: number) {
    setIsBusy(true)
    try {
      await restoreVersion({ kind, id }, version)
      toast.success(t(texts.restored))
      onClose()
      onRestored()
    } catch (error) {
      toast.danger(t(texts.failed, { message: messageOf(error) }))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title, { name })}
      width={920}
      flush
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.close)}
          </Button>
          <Button
            size="md"
            variant="primary"
            busy={isBusy}
            disabledReason={!shown || shown.is_current ? t(texts.isCurrent) : false}
            onClick={() => shown && void restore(shown.version)}
          >
            {t(texts.restore)}
          </Button>
        </>
      }
    >
      {versions.error ? (
        <ErrorPanel message={messageOf(versions.error)} onRetry={() => void versions.refetch()} />
      ) : null}
      {versions.isPending ? <Spinner /> : null}
      {shown ? (
        <div className={css.panes}>
          <ul className={css.versions} aria-label={t(texts.versions)}>
            {rows.map((row) => (
              <VersionEntry
                key={row.version}
                row={row}
                isChosen={row === shown}
                onChoose={() => setChosen(row.version)}
              />
            ))}
          </ul>
          <ScrollRegion className={css.changes} label={t(texts.details)}>
            {shown.is_current ? null : (
              <SegmentedControl
                label={t(texts.compare)}
                value={against}
                onChange={setAgainst}
                options={[
                  { value: 'previous', label: t(texts.previous) },
                  { value: 'current', label: t(texts.now) },
                ]}
              />
            )}
            <VersionChanges
              of={{ kind, id }}
              version={shown.version}
              against={shown.is_current ? 'previous' : against}
              isFirst={shown === rows.at(-1)}
            />
          </ScrollRegion>
        </div>
      ) : null}
    </Dialog>
  )
}

function VersionEntry({ row, isChosen, onChoose }: { row: VersionRow; isChosen: boolean; onChoose: () => void }) {
  const t = useText()
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        className={classes(css.version, isChosen && css.chosen)}
        onClick={onChoose}
      >
        <span className={css.time}>
          <RelativeTime time={row.saved_on} />
          {row.is_current ? <Tag tone="accent">{t(texts.current)}</Tag> : null}
        </span>
        <span className={css.by}>{row.saved_by ? personName(row.saved_by) : t(texts.nobody)}</span>
      </button>
    </li>
  )
}
