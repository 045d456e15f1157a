import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type CssTemplate, saveCssTemplate } from '../../api/cssTemplates.ts'
import { messageOf } from '../../api/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/code/CodeField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './CssTemplates.module.css'

const texts = defineTexts('cssTemplateDialog', {
  addTitle: 'Add CSS template',
  editTitle: 'Edit CSS template properties',
  viewTitle: 'CSS template',
  basic: 'Basic information',
  name: 'CSS template name',
  css: 'css',
  cancel: 'Cancel',
  close: 'Close',
  add: 'Add',
  save: 'Save',
  created: 'The template has been saved',
  updated: 'The template has been updated',
})

interface Props {
  /** undefined: a new one */
  template: CssTemplate | undefined
  canWrite: boolean
  onClose: () => void
}

/** Name and CSS of a template. */
export default function CssTemplateDialog({ template, canWrite, onClose }: Props) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [name, setName] = useState(template?.template_name ?? '')
  const [text, setText] = useState(template?.css ?? '')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isNew = template === undefined
  const isReady = name.trim() !== '' && text.trim() !== ''

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    try {
      await saveCssTemplate(template?.id, { template_name: name.trim(), css: text })
      toast.success(t(isNew ? texts.created : texts.updated))
      void queryClient.invalidateQueries({ queryKey: ['cssTemplates'] })
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setIsBusy(false)
    }
  }

  const title = isNew ? texts.addTitle : canWrite ? texts.editTitle : texts.viewTitle
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(title)}
      width={640}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(canWrite ? texts.cancel : texts.close)}
          </Button>
          {canWrite ? (
            <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={!isReady}>
              {t(isNew ? texts.add : texts.save)}
            </Button>
          ) : null}
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={(event) => void save(event)}>
        <h3 className={css.section}>{t(texts.basic)}</h3>
        {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
        <TextField
          size="md"
          required
          maxLength={250}
          label={t(texts.name)}
          readOnly={!canWrite}
          value={name}
          onChange={setName}
        />
        <Field label={t(texts.css)} required>
          <CodeField label={t(texts.css)} language="css" value={text} onChange={setText} />
        </Field>
      </form>
    </Dialog>
  )
}
