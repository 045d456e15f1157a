import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { type FoldedKind, foldersQuery } from '../api/folders.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { RadioGroup } from '../ui/Radio.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { FolderHeading } from './FolderHeading.tsx'
import css from './Folders.module.css'
import { folderRows } from './folderRows.ts'
import { LeveledName } from './LeveledName.tsx'
import { NewFolderDialog } from './NameDialog.tsx'
import { type MoveTarget, useFolderChanges } from './useFolderChanges.ts'

const texts = defineTexts('moveToFolder', {
  title: 'Move to folder',
  titleOf: 'Move {title} to folder',
  shared: 'Shared folders',
  personal: 'My folders',
  noShared: 'Not in a shared folder',
  noPersonal: 'Not in one of my folders',
  cancel: 'Cancel',
  move: 'Move',
})

interface MoveDialogProps {
  kind: FoldedKind
  ids: readonly number[]
  /** name, if there is only one object */
  title?: string
  onMoved?: () => void
  onClose: () => void
}

/** Moves objects to a folder, or out of one. */
export default function MoveDialog({ kind, ids, title, onMoved, onClose }: MoveDialogProps) {
  const t = useText()
  const { data, error, refetch } = useQuery(foldersQuery(kind))
  const { move } = useFolderChanges(kind)
  const [chosen, setChosen] = useState('')
  const [created, setCreated] = useState<{ isPersonal: boolean }>()
  const [isBusy, setIsBusy] = useState(false)
  const target = targetOf(chosen)

  function targetOf(value: string): MoveTarget | undefined {
    if (value === 'noShared' || value === 'noPersonal') return { isPersonal: value === 'noPersonal' }
    return data?.find(({ id }) => String(id) === value)
  }

  async function save(place: MoveTarget) {
    setIsBusy(true)
    const isDone = await move(ids, place)
    setIsBusy(false)
    if (!isDone) return
    onMoved?.()
    onClose()
  }

  const shared = { label: t(texts.shared), isPersonal: false, none: 'noShared' } as const
  const personal = { label: t(texts.personal), isPersonal: true, none: 'noPersonal' } as const
  // users without write permission own no objects that they could move to a shared folder
  const groups = can('can_write', kind) ? [shared, personal] : [personal]
  return (
    <Dialog
      open
      onClose={onClose}
      title={title === undefined ? t(texts.title) : t(texts.titleOf, { title })}
      width={460}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button
            size="md"
            variant="primary"
            busy={isBusy}
            disabled={target === undefined}
            onClick={() => (target ? void save(target) : undefined)}
          >
            {t(texts.move)}
          </Button>
        </>
      }
    >
      {error ? <ErrorPanel message={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Spinner /> : null}
      {groups.map(({ label, isPersonal, none }) => {
        const rows = folderRows(data ?? [], { isPersonal })
        return data ? (
          <section key={label} className={css.choices}>
            <FolderHeading isPersonal={isPersonal} onAdd={() => setCreated({ isPersonal })} />
            <RadioGroup
              label={label}
              value={chosen}
              onChange={setChosen}
              options={[
                ...rows.map((row) => ({ value: String(row.id), label: <LeveledName folder={row} /> })),
                { value: none, label: t(texts[none]) },
              ]}
            />
          </section>
        ) : null
      })}
      {created ? (
        <NewFolderDialog
          kind={kind}
          folder={created}
          onCreated={(id) => setChosen(String(id))}
          onClose={() => setCreated(undefined)}
        />
      ) : null}
    </Dialog>
  )
}
