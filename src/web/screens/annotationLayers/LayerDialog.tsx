import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { createLayer, type LayerSummary, updateLayer } from '../../api/annotations.ts'
import { messageOf } from '../../api/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './AnnotationForms.module.css'

const texts = defineTexts('annotationLayerDialog', {
  addTitle: 'Add annotation layer',
  editTitle: 'Edit annotation layer properties',
  basic: 'Basic information',
  name: 'Annotation layer name',
  description: 'description',
  placeholder: 'Description (this can be seen in the list)',
  cancel: 'Cancel',
  add: 'Add',
  save: 'Save',
  created: 'Annotation template created',
  updated: 'Annotation template updated',
})

interface Props {
  /** undefined: a new one */
  layer: Pick<LayerSummary, 'id' | 'name' | 'descr'> | undefined
  onClose: () => void
  onCreated: (id: number) => void
}

/** Name and description of a layer. */
export default function LayerDialog({ layer, onClose, onCreated }: Props) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [name, setName] = useState(layer?.name ?? '')
  const [descr, setDescr] = useState(layer?.descr ?? '')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isReady = name.trim() !== ''

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    try {
      const fields = { name: name.trim(), descr }
      const created = layer === undefined ? await createLayer(fields) : undefined
      if (layer !== undefined) await updateLayer(layer.id, fields)
      toast.success(t(layer === undefined ? texts.created : texts.updated))
      void queryClient.invalidateQueries({ queryKey: ['annotationLayers'] })
      onClose()
      if (created !== undefined) onCreated(created)
    } catch (error) {
      setFailure(messageOf(error))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(layer === undefined ? texts.addTitle : texts.editTitle)}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={!isReady}>
            {t(layer === undefined ? texts.add : texts.save)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={(event) => void save(event)}>
        <h3 className={css.section}>{t(texts.basic)}</h3>
        {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
        <TextField size="md" required maxLength={250} label={t(texts.name)} value={name} onChange={setName} />
        <TextArea
          rows={3}
          label={t(texts.description)}
          placeholder={t(texts.placeholder)}
          value={descr}
          onChange={setDescr}
        />
      </form>
    </Dialog>
  )
}
