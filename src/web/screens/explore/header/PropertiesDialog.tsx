import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type ExploreSlice, openedCharts, updateChart } from '../../../api/explore.ts'
import { ApiError, messageOf } from '../../../api/failure.ts'
import { related } from '../../../api/related.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { MultiSelect } from '../../../ui/select/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useExplore } from '../state/exploreContext.ts'
import css from './ExploreHeader.module.css'

const texts = defineTexts('explore.properties', {
  title: 'Edit Chart Properties',
  name: 'Name',
  description: 'Description',
  descriptionHelp: 'The description can be displayed as widget headers in the dashboard view. Supports markdown.',
  certifiedBy: 'Certified by',
  certifiedByHelp: 'Person or group that has certified this chart.',
  details: 'Certification details',
  detailsHelp: 'Any additional detail to show in the certification tooltip.',
  timeout: 'Cache timeout',
  timeoutHelp:
    "Duration (in seconds) of the caching timeout for this chart. Note this defaults to the dataset's timeout if undefined.",
  owners: 'Owners',
  ownersHelp: 'A list of users who can alter the chart. Searchable by name or username.',
  cancel: 'Cancel',
  save: 'Save',
  done: 'Chart properties updated',
  forbidden: 'You do not have permission to edit this chart',
})

const loadOwners = related('chart', 'owners')

/** Name, description, owners, certification and cache time of a saved chart. */
export default function PropertiesDialog({ slice, onClose }: { slice: ExploreSlice; onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const { dispatch, state, opened } = useExplore()
  const [name, setName] = useState(state.name)
  const [description, setDescription] = useState(slice.description ?? '')
  const [certifiedBy, setCertifiedBy] = useState(slice.certified_by ?? '')
  const [details, setDetails] = useState(slice.certification_details ?? '')
  const [timeout, setTimeoutS] = useState(slice.cache_timeout)
  const [owners, setOwners] = useState(slice.owners)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || name.trim() === '') return
    setIsBusy(true)
    try {
      const fields = {
        slice_name: name.trim(),
        description: description || null,
        certified_by: certifiedBy || null,
        certification_details: certifiedBy ? details || null : null,
        cache_timeout: timeout,
        owners,
      }
      const version = await updateChart(slice.slice_id, fields, state.saved?.version)
      if (state.saved) dispatch({ type: 'saved', form: state.saved.form, name: name.trim(), version })
      toast.success(t(texts.done))
      void queryClient.invalidateQueries({ queryKey: ['charts'] })
      // the header shows when the chart was saved, and its dashboards
      void queryClient.invalidateQueries(openedCharts)
      onClose()
    } catch (error) {
      setFailure(error instanceof ApiError && error.status === 403 ? t(texts.forbidden) : messageOf(error))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={720}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={name.trim() === ''}>
            {t(texts.save)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={(event) => void save(event)}>
        {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
        <TextField size="md" required label={t(texts.name)} value={name} onChange={setName} maxLength={250} />
        <TextArea
          rows={3}
          label={t(texts.description)}
          help={t(texts.descriptionHelp)}
          value={description}
          onChange={setDescription}
        />
        <Field label={t(texts.owners)} help={t(texts.ownersHelp)}>
          <MultiSelect
            size="md"
            wrap
            label={t(texts.owners)}
            load={loadOwners}
            labelOf={(id) => opened.metadata?.owners[slice.owners.indexOf(id)]}
            value={owners}
            onChange={setOwners}
          />
        </Field>
        <div className={css.two}>
          <TextField
            size="md"
            label={t(texts.certifiedBy)}
            help={t(texts.certifiedByHelp)}
            value={certifiedBy}
            onChange={setCertifiedBy}
          />
          <TextField
            size="md"
            label={t(texts.details)}
            help={t(texts.detailsHelp)}
            value={details}
            onChange={setDetails}
          />
        </div>
        <Field label={t(texts.timeout)} help={t(texts.timeoutHelp)}>
          <NumberField hideLabel size="md" label={t(texts.timeout)} min={-1} value={timeout} onChange={setTimeoutS} />
        </Field>
      </form>
    </Dialog>
  )
}
