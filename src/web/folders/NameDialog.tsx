import { useId, useState } from 'react'
import { createFolder, type FoldedKind, updateFolder } from '../api/folders.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import type { PlacedFolder } from './folderRows.ts'
import { useFolderChanges } from './useFolderChanges.ts'

const texts = defineTexts('folderName', {
  create: 'New folder',
  createIn: 'New folder in {parent}',
  rename: 'Rename folder',
  name: 'Name',
  cancel: 'Cancel',
  save: 'Save',
})

/** The parent of a new folder. */
export interface NewFolder {
  isPersonal: boolean
  parent?: PlacedFolder
}

interface NewFolderDialogProps {
  kind: FoldedKind
  folder: NewFolder
  onCreated: (id: number) => void
  onClose: () => void
}

/** Creates a folder; `onCreated` is called when the list of loaded folders contains it. */
export function NewFolderDialog({ kind, folder: { isPersonal, parent }, onCreated, onClose }: NewFolderDialogProps) {
  const t = useText()
  const { run } = useFolderChanges(kind)

  async function save(name: string): Promise<boolean> {
    let id: number | undefined
    const isSaved = await run(async () => {
      id = await createFolder({ name, ...(parent ? { parent_id: parent.id } : { is_personal: isPersonal }) })
    })
    if (id !== undefined) onCreated(id)
    return isSaved
  }

  const title = parent ? t(texts.createIn, { parent: parent.name }) : t(texts.create)
  return <NameDialog title={title} name="" onSave={save} onClose={onClose} />
}

interface RenameDialogProps {
  kind: FoldedKind
  folder: PlacedFolder
  onClose: () => void
}

/** Renames a folder. */
export function RenameDialog({ kind, folder, onClose }: RenameDialogProps) {
  const t = useText()
  const { run } = useFolderChanges(kind)
  return (
    <NameDialog
      title={t(texts.rename)}
      name={folder.name}
      onSave={(name) => run(() => updateFolder(folder.id, { name }))}
      onClose={onClose}
    />
  )
}

interface NameDialogProps {
  title: string
  name: string
  /** returns whether it was saved */
  onSave: (name: string) => Promise<boolean>
  onClose: () => void
}

function NameDialog({ title, name: before, onSave, onClose }: NameDialogProps) {
  const t = useText()
  const formId = useId()
  const [name, setName] = useState(before)
  const [isBusy, setIsBusy] = useState(false)
  const isReady = name.trim() !== '' && name.trim() !== before

  async function save() {
    if (!isReady || isBusy) return
    setIsBusy(true)
    const isSaved = await onSave(name.trim())
    setIsBusy(false)
    if (isSaved) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={400}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={!isReady}>
            {t(texts.save)}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          // this form may be inside another dialog, which must not be submitted as well
          event.stopPropagation()
          void save()
        }}
      >
        <TextField size="md" label={t(texts.name)} value={name} onChange={setName} maxLength={100} required autoFocus />
      </form>
    </Dialog>
  )
}
