import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { TaggedObject } from '../../../model/dashboard/tag.ts'
import { can } from '../../api/bootstrap.ts'
import { ApiError, messageOf } from '../../api/failure.ts'
import { saveTag, type Tag, type TaggableKind, taggable, taggedObjectsQuery } from '../../api/tags.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { MultiSelect } from '../../ui/select/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './Tags.module.css'

const texts = defineTexts('tagDialog', {
  addTitle: 'Create Tag',
  editTitle: 'Edit Tag',
  name: 'Tag name',
  description: 'Description',
  dashboard: 'Dashboards',
  chart: 'Charts',
  query: 'Saved queries',
  cancel: 'Cancel',
  add: 'Create',
  save: 'Save',
  created: 'Tag created',
  updated: 'Tag updated',
  failed: 'Error Fetching Tagged Objects: {message}',
})

interface TagDialogProps {
  /** undefined for a new tag */
  tag: Pick<Tag, 'id' | 'name' | 'description'> | undefined
  onClose: () => void
}

/** Name, description and objects of a tag. */
export default function TagDialog({ tag, onClose }: TagDialogProps) {
  const t = useText()
  const objects = useQuery({ ...taggedObjectsQuery(tag?.id ?? 0), enabled: tag !== undefined, retry: false })
  if (tag === undefined || objects.data) return <TagForm tag={tag} objects={objects.data ?? []} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t(texts.editTitle)} width={560}>
      {objects.error ? (
        <Banner tone="danger">{t(texts.failed, { message: messageOf(objects.error) })}</Banner>
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}

const kinds: TaggableKind[] = ['dashboard', 'chart', 'query']
const loadOf = { dashboard: taggable('dashboard'), chart: taggable('chart'), query: taggable('query') }
const isOffered = (kind: TaggableKind) =>
  can('can_read', { dashboard: 'Dashboard', chart: 'Chart', query: 'SavedQuery' }[kind])

function TagForm({ tag, objects, onClose }: TagDialogProps & { objects: TaggedObject[] }) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [name, setName] = useState(tag?.name ?? '')
  const [description, setDescription] = useState(tag?.description ?? '')
  const [chosen, setChosen] = useState(() => objects.map(({ type, id }) => ({ type, id })))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const isReady = name.trim() !== ''

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    try {
      await saveTag(tag?.id, {
        name: name.trim(),
        description,
        objects_to_tag: chosen.map(({ type, id }): [string, number] => [type, id]),
      })
      toast.success(t(tag === undefined ? texts.created : texts.updated))
      void queryClient.invalidateQueries({ queryKey: ['tags'] })
      onClose()
    } catch (error) {
      setFailure(error)
      setIsBusy(false)
    }
  }

  const fields = failure instanceof ApiError ? failure.fields : undefined
  const nameError = fields?.['name']
  const set = (kind: TaggableKind, ids: readonly number[]) =>
    setChosen((now) => [...now.filter(({ type }) => type !== kind), ...ids.map((id) => ({ type: kind, id }))])
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(tag === undefined ? texts.addTitle : texts.editTitle)}
      width={560}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={!isReady}>
            {t(tag === undefined ? texts.add : texts.save)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={(event) => void save(event)}>
        {failure === undefined || nameError !== undefined ? null : <Banner tone="danger">{messageOf(failure)}</Banner>}
        <TextField
          size="md"
          required
          maxLength={250}
          autoComplete="off"
          label={t(texts.name)}
          error={nameError === undefined ? undefined : [nameError].flat().join(' ')}
          value={name}
          onChange={(text) => {
            setFailure(undefined)
            setName(text)
          }}
        />
        <TextArea
          rows={2}
          maxLength={1000}
          label={t(texts.description)}
          value={description}
          onChange={setDescription}
        />
        {kinds.filter(isOffered).map((kind) => (
          <Field key={kind} label={t(texts[kind])}>
            <MultiSelect
              wrap
              size="md"
              label={t(texts[kind])}
              load={loadOf[kind]}
              labelOf={(id) => objects.find((object) => object.type === kind && object.id === id)?.name}
              value={chosen.filter(({ type }) => type === kind).map(({ id }) => id)}
              onChange={(ids) => set(kind, ids)}
            />
          </Field>
        ))}
      </form>
    </Dialog>
  )
}
