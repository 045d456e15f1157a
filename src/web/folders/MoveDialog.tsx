import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/failure.ts'
import { type FoldedKind, foldersQuery } from '../api/folders.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { RadioGroup } from '../ui/Radio.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Folders.module.css'
import { folderRows } from './folderRows.ts'
import { useFolderChanges } from './useFolderChanges.ts'

const texts = defineTexts('moveToFolder', {
  title: 'Move to folder',
  shared: 'Shared folders',
  personal: 'My folders',
  noShared: 'In no shared folder',
  noPersonal: 'In none of my folders',
  empty: 'No folders yet',
  emptyText: 'Create one in the folders pane of the list.',
  cancel: 'Cancel',
  move: 'Move',
})

interface MoveDialogProps {
  kind: FoldedKind
  ids: readonly number[]
  onClose: () => void
}

/** Moves the selected objects to a folder, or out of one. */
export default function MoveDialog({ kind, ids, onClose }: MoveDialogProps) {
  const t = useText()
  const { data, error, refetch } = useQuery(foldersQuery(kind))
  const { move } = useFolderChanges(kind)
  const [chosen, setChosen] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function save() {
    setIsBusy(true)
    const folder = data?.find(({ id }) => String(id) === chosen)
    const isDone = await move(ids, folder ?? { isPersonal: chosen === 'noPersonal' })
    setIsBusy(false)
    if (isDone) onClose()
  }

  const groups = [
    { label: t(texts.shared), isPersonal: false, none: 'noShared' },
    { label: t(texts.personal), isPersonal: true, none: 'noPersonal' },
  ] as const
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={460}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" busy={isBusy} disabled={chosen === undefined} onClick={() => void save()}>
            {t(texts.move)}
          </Button>
        </>
      }
    >
      {error ? <ErrorPanel message={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Spinner /> : null}
      {data?.length === 0 ? (
        <EmptyState size="small" picture={false} title={t(texts.empty)} text={t(texts.emptyText)} />
      ) : null}
      {groups.map(({ label, isPersonal, none }) => {
        const rows = folderRows(data ?? [], { isPersonal })
        return rows.length === 0 ? null : (
          <section key={label} className={css.choices} aria-label={label}>
            <h3 className={css.legend}>{label}</h3>
            <RadioGroup
              label={label}
              value={chosen ?? ''}
              onChange={setChosen}
              options={[
                ...rows.map(({ id, name, level }) => ({
                  value: String(id),
                  label: <span style={{ paddingInlineStart: level * 16 }}>{name}</span>,
                })),
                { value: none, label: t(texts[none]) },
              ]}
            />
          </section>
        )
      })}
    </Dialog>
  )
}
