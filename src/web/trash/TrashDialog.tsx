import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TRASH_DAYS } from '../../model/trash/trashDays.ts'
import { messageOf } from '../api/failure.ts'
import { personName } from '../api/list.ts'
import { restoreFromTrash, type TrashRow, trashQuery } from '../api/trash.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useRichText, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import css from './TrashDialog.module.css'

const texts = defineTexts('trash', {
  title: 'Trash',
  about:
    'Deleted objects can be restored for {days} days. Other users do not see them, and their slugs can be used again.',
  list: 'Deleted',
  empty: 'The trash is empty',
  untitled: '[Untitled]',
  byPerson: 'Deleted {time} by {name}',
  byNobody: 'Deleted {time}',
  restore: 'Restore',
  restoreOne: 'Restore {title}',
  restored: 'Restored: {title}',
  failed: 'There was an issue restoring {title}: {message}',
})

interface TrashDialogProps {
  kind: TrashRow['kind']
  /** the cache key of the lists that contain the restored objects */
  listKey: string
  onClose: () => void
}

/** The deleted objects of one kind, with a button to restore them. */
export default function TrashDialog({ kind, listKey, onClose }: TrashDialogProps) {
  const t = useText()
  const { data, error, refetch } = useQuery(trashQuery())
  const rows = data?.filter((row) => row.kind === kind)
  return (
    <Dialog open onClose={onClose} title={t(texts.title)} width={640}>
      <p className={css.about}>{t(texts.about, { days: TRASH_DAYS })}</p>
      {error ? <ErrorPanel message={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Spinner /> : null}
      {rows?.length === 0 ? <EmptyState size="small" picture={false} title={t(texts.empty)} /> : null}
      {rows && rows.length > 0 ? (
        <ul aria-label={t(texts.list)}>
          {rows.map((row) => (
            <Entry key={row.id} row={row} listKey={listKey} />
          ))}
        </ul>
      ) : null}
    </Dialog>
  )
}

function Entry({ row, listKey }: { row: TrashRow; listKey: string }) {
  const t = useText()
  const rich = useRichText()
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const { deleted_by: by } = row
  const title = row.title || t(texts.untitled)
  const time = <RelativeTime key="time" time={row.deleted_on} />

  async function restore() {
    setIsBusy(true)
    try {
      await restoreFromTrash(row.kind, [row.id])
      toast.success(t(texts.restored, { title }))
      void queryClient.invalidateQueries({ queryKey: [listKey] })
      await queryClient.invalidateQueries({ queryKey: ['trash'] })
    } catch (error) {
      toast.danger(t(texts.failed, { title, message: messageOf(error) }))
    }
    setIsBusy(false)
  }

  return (
    <li className={css.row}>
      <span className={css.what}>
        <span className={css.title}>{title}</span>
        <span className={css.when}>
          {by ? rich(texts.byPerson, { time, name: personName(by) }) : rich(texts.byNobody, { time })}
        </span>
      </span>
      <Button busy={isBusy} aria-label={t(texts.restoreOne, { title })} onClick={() => void restore()}>
        {t(texts.restore)}
      </Button>
    </li>
  )
}
