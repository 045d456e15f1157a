import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/failure.ts'
import { duplicateDataset } from '../../api/sourceTables.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'

const texts = defineTexts('duplicateDataset', {
  title: 'Duplicate dataset',
  name: 'New dataset name',
  cancel: 'Cancel',
  duplicate: 'Duplicate',
  failed: 'There was an issue duplicating the dataset.',
})

interface DuplicateDialogProps {
  dataset: { id: number; table_name: string }
  onClose: () => void
}

/** Copies a virtual dataset under a new name. */
export default function DuplicateDialog({ dataset, onClose }: DuplicateDialogProps) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [name, setName] = useState(`${dataset.table_name} copy`)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function duplicate(event: FormEvent) {
    event.preventDefault()
    if (isBusy || name.trim() === '') return
    setIsBusy(true)
    try {
      await duplicateDataset(dataset.id, name.trim())
      void queryClient.invalidateQueries({ queryKey: ['datasets'] })
      onClose()
    } catch (failure) {
      toast.danger(t(texts.failed))
      setError(messageOf(failure))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={name.trim() === ''}>
            {t(texts.duplicate)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void duplicate(event)}>
        <TextField
          size="md"
          required
          maxLength={250}
          autoComplete="off"
          label={t(texts.name)}
          error={error}
          value={name}
          onChange={(typed) => {
            setName(typed)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
