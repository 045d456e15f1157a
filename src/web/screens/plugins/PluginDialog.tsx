import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiError, messageOf } from '../../api/failure.ts'
import { type Plugin, savePlugin } from '../../api/plugins.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './Plugins.module.css'

const texts = defineTexts('pluginDialog', {
  addTitle: 'Add plugin',
  editTitle: 'Edit plugin',
  name: 'Name',
  nameHelp: 'The name of the chart type in the gallery.',
  key: 'Key',
  keyHelp: 'Charts store this key as their type. If you change it, existing charts of this type are no longer shown.',
  bundle_url: 'Bundle URL',
  bundle_urlHelp: 'The path of the script on this site. Files in the “plugins” folder are available at /plugins/.',
  cancel: 'Cancel',
  add: 'Add',
  save: 'Save',
  created: 'The plugin was added. Open pages load it after they are reloaded.',
  updated: 'The plugin was saved.',
})

const fields = ['name', 'key', 'bundle_url'] as const
type Fields = Pick<Plugin, (typeof fields)[number]>

interface Props {
  /** undefined for a new plugin */
  plugin: Plugin | undefined
  onClose: () => void
}

/** Name, key and script of a plugin. */
export default function PluginDialog({ plugin, onClose }: Props) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [values, setValues] = useState<Fields>({
    name: plugin?.name ?? '',
    key: plugin?.key ?? '',
    bundle_url: plugin?.bundle_url ?? '',
  })
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const isNew = plugin === undefined
  const isReady = fields.every((field) => values[field].trim() !== '')
  const faults = failure instanceof ApiError ? failure.fields : undefined

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      const [name, key, bundle_url] = fields.map((field) => values[field].trim()) as [string, string, string]
      await savePlugin(plugin?.id, { name, key, bundle_url })
      toast.success(t(isNew ? texts.created : texts.updated))
      void queryClient.invalidateQueries({ queryKey: ['plugins'] })
      onClose()
    } catch (error) {
      setFailure(error)
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isNew ? texts.addTitle : texts.editTitle)}
      width={520}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={!isReady}>
            {t(isNew ? texts.add : texts.save)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        {failure === undefined || faults !== undefined ? null : <Banner tone="danger">{messageOf(failure)}</Banner>}
        {fields.map((field) => (
          <TextField
            key={field}
            size="md"
            required
            autoComplete="off"
            maxLength={field === 'bundle_url' ? 1000 : 50}
            label={t(texts[field])}
            help={t(texts[`${field}Help`])}
            error={faults?.[field] === undefined ? undefined : [faults[field]].flat().join(' ')}
            value={values[field]}
            onChange={(text) => setValues({ ...values, [field]: text })}
          />
        ))}
      </form>
    </Dialog>
  )
}
