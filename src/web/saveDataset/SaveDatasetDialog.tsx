import { type FormEvent, useId, useRef, useState } from 'react'
import { messageOf } from '../api/failure.ts'
import { createVirtualDataset, myDatasets, overwriteDataset, type VirtualSource } from '../api/sqlDatasets.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { RadioGroup } from '../ui/Radio.tsx'
import { Select } from '../ui/select/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { exploreColumns } from './exploreColumns.ts'
import css from './SaveDatasetDialog.module.css'

const texts = defineTexts('sqlLab.saveDataset', {
  title: 'Save or Overwrite Dataset',
  prompt: 'Save this query as a virtual dataset to continue exploring',
  saveAsNew: 'Save as new',
  overwrite: 'Overwrite existing',
  name: 'Dataset name',
  existing: 'Existing dataset',
  choose: 'Select or type dataset name',
  saveAndExplore: 'Save & Explore',
  untitled: 'Untitled Dataset',
  cancel: 'Cancel',
  question: 'Are you sure you want to overwrite this dataset?',
  back: 'Back',
  overwriteAndExplore: 'Overwrite & Explore',
  failed: 'An error occurred saving dataset',
})

export interface SaveDatasetDialogProps {
  /** name of the query, used as the name of the dataset */
  name: string
  source: VirtualSource
  /** opens the chart builder in a new browser tab, and does not change this page */
  opensPage?: boolean
  onClose: () => void
}

const stamp = (now: Date) => now.toISOString().slice(0, 19).replace('T', ' ')

/**
 * Saves a query as a virtual dataset, either a new one or an existing one of the user, and opens it in the chart
 * builder.
 */
export function SaveDatasetDialog({ name: query, source, opensPage = false, onClose }: SaveDatasetDialogProps) {
  const t = useText()
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [mode, setMode] = useState<'new' | 'overwrite'>('new')
  const [name, setName] = useState(() => `${query || t(texts.untitled)} ${stamp(new Date())}`)
  const [existing, setExisting] = useState<number>()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isReady = mode === 'new' ? name.trim() !== '' : existing !== undefined

  async function save() {
    setIsBusy(true)
    // opened during the click, because the browser would block it later
    const page = opensPage ? window.open('about:blank', '_blank') : null
    try {
      const id =
        mode === 'new' ? await createVirtualDataset(name.trim(), source) : await overwriteDataset(existing ?? 0, source)
      const address = await exploreColumns({ id, type: 'table' })
      if (page) page.location.assign(address)
      else location.assign(address)
      onClose()
    } catch (error) {
      page?.close()
      toast.danger(`${t(texts.failed)}: ${messageOf(error)}`)
      setIsBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (mode === 'overwrite' && !isAsking) setIsAsking(true)
    else void save()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      initialFocus={field}
      footer={
        <>
          <Button size="md" onClick={isAsking ? () => setIsAsking(false) : onClose}>
            {t(isAsking ? texts.back : texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={!isReady}>
            {t(mode === 'overwrite' ? texts.overwriteAndExplore : texts.saveAndExplore)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        {isAsking ? (
          <p className={css.hint}>{t(texts.question)}</p>
        ) : (
          <>
            <p className={css.hint}>{t(texts.prompt)}</p>
            <RadioGroup
              label={t(texts.title)}
              value={mode}
              onChange={setMode}
              options={[
                { value: 'new', label: t(texts.saveAsNew) },
                { value: 'overwrite', label: t(texts.overwrite) },
              ]}
            />
            {mode === 'new' ? (
              <TextField ref={field} label={t(texts.name)} size="md" maxLength={250} value={name} onChange={setName} />
            ) : (
              <Select
                label={t(texts.existing)}
                placeholder={t(texts.choose)}
                size="md"
                load={myDatasets}
                value={existing}
                onChange={setExisting}
              />
            )}
          </>
        )}
      </form>
    </Dialog>
  )
}
