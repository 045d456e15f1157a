import { useState } from 'react'
import type { DashboardDocument } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import type { CopyRequest } from '../../../../api/dashboardEdit.ts'
import { messageOf } from '../../../../api/failure.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { RadioGroup } from '../../../../ui/Radio.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { toast } from '../../../../ui/toast.ts'
import css from './SaveAsForm.module.css'

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

export const copyRequest = (
  { metadata, position, css: style }: DashboardDocument,
  name: string,
  duplicates: boolean,
): CopyRequest => ({
  ...metadata,
  dashboard_title: name,
  duplicate_slices: duplicates,
  positions: position,
  css: style,
})

interface SaveAsFormProps {
  /** the title of the dashboard, from which the name of the copy is derived */
  title: string
  onClose: () => void
  /** absent in view mode: nothing was changed */
  overwrite?: { title: string; onOverwrite: () => void | Promise<void> }
  onCopy: (name: string, duplicates: boolean) => Promise<void>
}

/** Selects whether to save a copy under a name, or to overwrite the dashboard. */
export function SaveAsForm({ title, onClose, overwrite, onCopy }: SaveAsFormProps) {
  const t = useText()
  const [target, setTarget] = useState<'this' | 'new'>('new')
  const [name, setName] = useState(t(texts.copyName, { title }))
  const [duplicates, setDuplicates] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function save() {
    if (target === 'this' && overwrite) {
      // the dialogs and messages of a save are shown next, and must not be behind this dialog
      onClose()
      return overwrite.onOverwrite()
    }
    if (name.trim() === '') return void toast.danger(t(texts.nameless))
    setIsBusy(true)
    try {
      await onCopy(name.trim(), duplicates)
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
        {overwrite ? (
          <RadioGroup
            label={t(texts.title)}
            value={target}
            onChange={setTarget}
            options={[
              { value: 'this', label: t(texts.overwrite, { title: overwrite.title }) },
              { value: 'new', label: t(texts.saveAs) },
            ]}
          />
        ) : null}
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
