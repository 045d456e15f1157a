import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { withSharedColors } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { copyDashboard } from '../../../../api/dashboardEdit.ts'
import { messageOf } from '../../../../api/failure.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { RadioGroup } from '../../../../ui/Radio.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { toast } from '../../../../ui/toast.ts'
import { useEditor } from '../editStore.ts'
import css from '../properties/Forms.module.css'
import { dropDraft } from './draft.ts'

const texts = defineTexts('dashboard.edit.saveAs', {
  title: 'Save dashboard',
  overwrite: 'Overwrite Dashboard [{title}]',
  saveAs: 'Save as:',
  name: '[dashboard name]',
  copyName: '{title} [copy]',
  duplicate: 'also copy (duplicate) charts',
  cancel: 'Cancel',
  save: 'Save',
  nameless: 'You must pick a name for the new dashboard',
  failed: 'Sorry, there was an error saving this dashboard: {reason}',
})

/** Saves the current state to this dashboard or as a new one, which then opens. */
export function SaveAsDialog({ onClose, onSave }: { onClose: () => void; onSave: () => Promise<void> }) {
  const t = useText()
  const router = useRouter()
  const editor = useEditor()
  const document = editor.document()
  const { saved } = editor.store.getState()
  const [target, setTarget] = useState<'this' | 'new'>('new')
  const [name, setName] = useState(t(texts.copyName, { title: document.title }))
  const [duplicates, setDuplicates] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function save() {
    if (target === 'this') {
      // the dialogs and messages of a save come next, and must not be behind this dialog
      onClose()
      return onSave()
    }
    if (name.trim() === '') return void toast.danger(t(texts.nameless))
    setIsBusy(true)
    try {
      const { metadata, position, css: style } = withSharedColors(document, editor.session.colors.given())
      const { id } = editor.session.item
      const copyId = await copyDashboard(id, {
        ...metadata,
        dashboard_title: name.trim(),
        duplicate_slices: duplicates,
        positions: position,
        css: style,
      })
      dropDraft(id)
      editor.store.setState({ saved: document })
      router.history.push(`/superset/dashboard/${copyId}/`)
    } catch (error) {
      toast.danger(t(texts.failed, { reason: messageOf(error) }))
    } finally {
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
          <Button size="md" onClick={onClose} disabled={isBusy}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" busy={isBusy} onClick={() => void save()}>
            {t(texts.save)}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <RadioGroup
          label={t(texts.title)}
          value={target}
          onChange={setTarget}
          options={[
            { value: 'this', label: t(texts.overwrite, { title: saved.title }) },
            { value: 'new', label: t(texts.saveAs) },
          ]}
        />
        <TextField
          label={t(texts.name)}
          hideLabel
          size="md"
          placeholder={t(texts.name)}
          value={name}
          onChange={(next) => {
            setName(next)
            setTarget('new')
          }}
        />
        <Checkbox label={t(texts.duplicate)} checked={duplicates} onChange={setDuplicates} />
      </div>
    </Dialog>
  )
}
