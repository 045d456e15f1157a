import { useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'

const texts = defineTexts('folderName', {
  create: 'New folder',
  rename: 'Rename folder',
  name: 'Name',
  cancel: 'Cancel',
  save: 'Save',
})

interface NameDialogProps {
  name: string
  isNew: boolean
  /** returns whether it was saved */
  onSave: (name: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for the name of a folder. */
export function NameDialog({ name: before, isNew, onSave, onClose }: NameDialogProps) {
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
      title={t(isNew ? texts.create : texts.rename)}
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
          void save()
        }}
      >
        <TextField size="md" label={t(texts.name)} value={name} onChange={setName} maxLength={100} required autoFocus />
      </form>
    </Dialog>
  )
}
