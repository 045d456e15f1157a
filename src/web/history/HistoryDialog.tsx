import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { currentUser } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { personName } from '../api/list.ts'
import { restoreVersion, type VersionAgainst, type Versioned, type VersionRow, versionsQuery } from '../api/versions.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { LabelledIcon } from '../ui/LabelledIcon.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Tag } from '../ui/Tag.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import css from './HistoryDialog.module.css'
import { isAfter, lastLooked } from './lastLooked.ts'
import { VersionChanges } from './VersionChanges.tsx'

const VersionPreview = lazy(() => import('./VersionPreview.tsx'))

const texts = defineTexts('history', {
  title: 'History of {name}',
  versions: 'Versions',
  current: 'Current',
  nobody: 'Unknown user',
  details: 'What differs',
  compare: 'Compare',
  previous: 'Changed by this save',
  now: 'Compared with now',
  preview: 'Preview',
  fresh: 'New since you last looked',
  sinceLooked: 'What changed since you last looked',
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

/** The saved versions of an object: who saved each and when, what changed, and a button to restore one. */
export default function HistoryDialog({ kind, id, name, onClose, onRestored }: HistoryDialogProps) {
  const t = useText()
  const versions = useQuery(versionsQuery({ kind, id }))
  const [chosen, setChosen] = useState<number>()
  const [picked, setView] = useState<VersionAgainst | 'preview'>('previous')
  const [isBusy, setIsBusy] = useState(false)
  const rows = versions.data ?? []
  const shown = rows.find(({ version }) => version === chosen) ?? rows[0]
  const view = picked === 'current' && shown?.is_current ? 'previous' : picked
  const [looked] = useState(() => lastLooked({ kind, id }))
  const isNew = (row: VersionRow) =>
    looked !== undefined && isAfter(row, looked) && row.saved_by?.id !== currentUser.userId
  // the newest state that the user has seen before, if others have changed it since
  const seen = rows.some(isNew) ? rows.find((row) => looked !== undefined && !isAfter(row, looked)) : undefined

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
                isNew={isNew(row)}
                onChoose={() => setChosen(row.version)}
              />
            ))}
          </ul>
          <ScrollRegion className={css.changes} label={t(texts.details)}>
            <div className={css.tools}>
              <SegmentedControl
                label={t(texts.compare)}
                value={view}
                onChange={setView}
                options={[
                  { value: 'previous', label: t(texts.previous) },
                  ...(shown.is_current ? [] : [{ value: 'current' as const, label: t(texts.now) }]),
                  // a version of a dataset has no preview, only its changes
                  ...(kind === 'Dataset' ? [] : [{ value: 'preview' as const, label: t(texts.preview) }]),
                ]}
              />
              {seen && seen !== shown ? (
                <Button
                  onClick={() => {
                    setChosen(seen.version)
                    setView('current')
                  }}
                >
                  {t(texts.sinceLooked)}
                </Button>
              ) : null}
            </div>
            {view === 'preview' ? (
              <Suspense fallback={<Spinner />}>
                <VersionPreview key={shown.version} of={{ kind, id }} version={shown.version} name={name} />
              </Suspense>
            ) : (
              <VersionChanges
                of={{ kind, id }}
                version={shown.version}
                against={view}
                isFirst={shown === rows.at(-1)}
              />
            )}
          </ScrollRegion>
        </div>
      ) : null}
    </Dialog>
  )
}

interface VersionEntryProps {
  row: VersionRow
  isChosen: boolean
  isNew: boolean
  onChoose: () => void
}

function VersionEntry({ row, isChosen, isNew, onChoose }: VersionEntryProps) {
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
          {isNew ? <LabelledIcon label={t(texts.fresh)} tooltip={t(texts.fresh)} className={css.fresh} /> : null}
          <RelativeTime time={row.saved_on} />
          {row.is_current ? <Tag tone="accent">{t(texts.current)}</Tag> : null}
        </span>
        <span className={css.by}>{row.saved_by ? personName(row.saved_by) : t(texts.nobody)}</span>
      </button>
    </li>
  )
}
