import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { createAnnotation, loadAnnotation, updateAnnotation } from '../../api/annotations.ts'
import { messageOf } from '../../api/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/code/CodeField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './AnnotationForms.module.css'
import { type AnnotationDraft, draftFaults, draftOf, emptyDraft, fieldsOf, withStart } from './annotationDraft.ts'

const texts = defineTexts('annotationDialog', {
  addTitle: 'Add annotation',
  editTitle: 'Edit annotation',
  name: 'Name',
  date: 'date',
  start: 'Start date',
  end: 'End date',
  endFirst: 'End date must be after start date',
  description: 'description',
  metadata: 'JSON metadata',
  badJson: 'This is not valid JSON.',
  cancel: 'Cancel',
  add: 'Add',
  save: 'Save',
  created: 'The annotation has been saved',
  updated: 'The annotation has been updated',
})

interface Props {
  layerId: number
  /** undefined: a new one */
  id: number | undefined
  onClose: () => void
}

/** Edits an annotation: its name, its times and its descriptions. */
export default function AnnotationDialog({ layerId, id, onClose }: Props) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const stored = useQuery({
    queryKey: ['annotations', layerId, 'one', id],
    queryFn: ({ signal }) => loadAnnotation(layerId, id ?? 0, signal),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const [changes, setChanges] = useState<Partial<AnnotationDraft>>({})
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const start = id === undefined ? emptyDraft : stored.data && draftOf(stored.data)
  const draft = start && { ...start, ...changes }
  const fields = draft && fieldsOf(draft)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || fields === undefined) return
    setIsBusy(true)
    try {
      if (id === undefined) await createAnnotation(layerId, fields)
      else await updateAnnotation(layerId, id, fields)
      toast.success(t(id === undefined ? texts.created : texts.updated))
      void queryClient.invalidateQueries({ queryKey: ['annotations'] })
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setIsBusy(false)
    }
  }

  const message = failure ?? (stored.error ? messageOf(stored.error) : undefined)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(id === undefined ? texts.addTitle : texts.editTitle)}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={fields === undefined}>
            {t(id === undefined ? texts.add : texts.save)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={(event) => void save(event)}>
        {message === undefined ? null : <Banner tone="danger">{message}</Banner>}
        {draft ? <Fields draft={draft} set={(change) => setChanges({ ...changes, ...change })} /> : null}
        {stored.isLoading ? <Spinner /> : null}
      </form>
    </Dialog>
  )
}

function Fields({ draft, set }: { draft: AnnotationDraft; set: (change: Partial<AnnotationDraft>) => void }) {
  const t = useText()
  const faults = draftFaults(draft)
  const time = (key: 'start' | 'end', label: string, error?: string) => (
    <TextField
      size="md"
      type="datetime-local"
      step={1}
      required
      label={label}
      value={draft[key]}
      error={error}
      onChange={(value) => set(key === 'start' ? withStart(draft, value) : { end: value })}
    />
  )
  return (
    <>
      <TextField
        size="md"
        required
        maxLength={500}
        label={t(texts.name)}
        value={draft.name}
        onChange={(name) => set({ name })}
      />
      <Field label={t(texts.date)} required>
        <div className={css.two}>
          {time('start', t(texts.start))}
          {time('end', t(texts.end), faults.end ? t(texts.endFirst) : undefined)}
        </div>
      </Field>
      <TextArea
        rows={3}
        label={t(texts.description)}
        value={draft.description}
        onChange={(description) => set({ description })}
      />
      <Field label={t(texts.metadata)} error={faults.metadata ? t(texts.badJson) : undefined}>
        <CodeField
          label={t(texts.metadata)}
          language="json"
          value={draft.metadata}
          invalid={faults.metadata}
          onChange={(metadata) => set({ metadata })}
        />
      </Field>
    </>
  )
}
