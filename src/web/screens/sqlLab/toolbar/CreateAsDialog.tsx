import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'

const texts = defineTexts('sqlLab.createAs', {
  table: 'CREATE TABLE AS',
  view: 'CREATE VIEW AS',
  name: 'Name',
  tableHint: 'The rows of the query are stored in a new table with this name.',
  viewHint: 'The query is stored in the database as a view with this name.',
  cancel: 'Cancel',
  create: 'Create',
})

export interface CreateAsDialogProps {
  method: 'TABLE' | 'VIEW'
  onClose: () => void
  onCreate: (name: string) => void
}

/** Asks for the name of the table or view that a query creates. */
export function CreateAsDialog({ method, onClose, onCreate }: CreateAsDialogProps) {
  const t = useText()
  const [name, setName] = useState('')
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return
    onCreate(name.trim())
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(method === 'TABLE' ? texts.table : texts.view)}
      width={460}
      initialFocus={field}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} disabled={name.trim() === ''}>
            {t(texts.create)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          ref={field}
          label={t(texts.name)}
          help={t(method === 'TABLE' ? texts.tableHint : texts.viewHint)}
          size="md"
          value={name}
          onChange={setName}
        />
      </form>
    </Dialog>
  )
}
