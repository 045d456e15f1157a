import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '../api/failure.ts'
import { type TaggableKind, tagNames, tagObjects } from '../api/tags.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { MultiSelect } from '../ui/select/Select.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'

const texts = defineTexts('bulkTag', {
  title: 'Bulk tag',
  tags: 'Tags',
  help: 'Select tags, or type a new one.',
  cancel: 'Cancel',
  save: 'Save',
  tagged:
    'Tagged {count, number} {kind, select, chart {{count, plural, one {chart} other {charts}}} dashboard {{count, plural, one {dashboard} other {dashboards}}} other {{count, plural, one {query} other {queries}}}}',
  skipped: '{count, number} items could not be tagged because you don’t have edit permissions to all selected objects.',
  failed: 'Failed to tag items',
})

interface BulkTagDialogProps {
  kind: TaggableKind
  ids: readonly number[]
  onClose: () => void
}

/** Adds tags to the selected items of a list. */
export default function BulkTagDialog({ kind, ids, onClose }: BulkTagDialogProps) {
  const t = useText()
  const fieldId = useId()
  const queryClient = useQueryClient()
  const [names, setNames] = useState<string[]>([])
  const [isBusy, setIsBusy] = useState(false)

  async function save() {
    setIsBusy(true)
    try {
      const objects = ids.map((id) => [kind, id] as const)
      const { tagged, skipped } = await tagObjects(
        names.map((name) => name.trim()),
        objects,
      )
      if (tagged > 0) toast.success(t(texts.tagged, { count: tagged, kind }))
      if (skipped > 0) toast.warning(t(texts.skipped, { count: skipped }))
      void queryClient.invalidateQueries({ queryKey: ['tags'] })
      onClose()
    } catch (error) {
      toast.danger(`${t(texts.failed)}: ${messageOf(error)}`)
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={460}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" busy={isBusy} disabled={names.length === 0} onClick={() => void save()}>
            {t(texts.save)}
          </Button>
        </>
      }
    >
      <Field label={t(texts.tags)} htmlFor={fieldId} help={t(texts.help)}>
        <MultiSelect
          wrap
          allowNew
          size="md"
          id={fieldId}
          label={t(texts.tags)}
          load={tagNames}
          value={names}
          onChange={setNames}
        />
      </Field>
    </Dialog>
  )
}
