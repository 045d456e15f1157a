import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { bootstrap } from '../../../api/bootstrap.ts'
import { createSavedQuery, savedQueryQuery, updateSavedQuery } from '../../../api/savedQueries.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { editTab } from '../state/lab.ts'
import type { LabTab } from '../state/labTypes.ts'
import css from './Toolbar.module.css'

const texts = defineTexts('sqlLab.saveQuery', {
  title: 'Save query',
  name: 'Name',
  description: 'Description',
  cancel: 'Cancel',
  save: 'Save',
  saveAsNew: 'Save as new',
  update: 'Update',
  copyLink: 'Copy link',
  saved: 'Your query was saved',
  updated: 'Your query was updated',
  notSaved: 'Your query could not be saved',
  notUpdated: 'Your query could not be updated',
})

const warning = bootstrap.common.conf['SQLLAB_SAVE_WARNING_MESSAGE']

/** Saves a tab's text under a name: as a new saved query, or over the one that it was opened from. */
export function SaveQueryDialog({ tab, onClose }: { tab: LabTab; onClose: () => void }) {
  const t = useText()
  const queryClient = useQueryClient()
  const copy = useCopy()
  const isSaved = tab.savedQueryId !== null
  const stored = useQuery({ ...savedQueryQuery(tab.savedQueryId ?? 0), enabled: isSaved })
  const [label, setLabel] = useState(tab.label)
  const [typed, setTyped] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  // undefined while it is unknown: saving does not change it then
  const description = typed ?? (isSaved ? stored.data?.description : '')

  async function save(id: number | null) {
    if (isBusy) return
    setIsBusy(true)
    const { databaseId, schema, sql, templateParams } = tab
    const body = { db_id: databaseId, label, schema, sql, description, template_parameters: templateParams }
    try {
      if (id === null) {
        const savedQueryId = await createSavedQuery(body)
        editTab(tab.id, { label, savedQueryId })
        // the message contains a copy of the page's button "Copy link", because it covers that button
        const link = `${location.origin}/superset/sqllab/?savedQueryId=${savedQueryId}`
        toast.success(t(texts.saved), { action: { label: t(texts.copyLink), onSelect: () => void copy(link) } })
      } else {
        await updateSavedQuery(id, body)
        editTab(tab.id, { label })
        toast.success(t(texts.updated))
      }
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['savedQueries'] })
    } catch {
      toast.danger(t(id === null ? texts.notSaved : texts.notUpdated))
      setIsBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void save(tab.savedQueryId)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      initialFocus={field}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          {isSaved ? (
            <Button size="md" onClick={() => void save(null)}>
              {t(texts.saveAsNew)}
            </Button>
          ) : null}
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={label.trim() === ''}>
            {t(isSaved ? texts.update : texts.save)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        <TextField ref={field} label={t(texts.name)} size="md" maxLength={256} value={label} onChange={setLabel} />
        <TextArea label={t(texts.description)} rows={4} value={description ?? ''} onChange={setTyped} />
        {typeof warning === 'string' ? <Banner tone="warning">{warning}</Banner> : null}
      </form>
    </Dialog>
  )
}
