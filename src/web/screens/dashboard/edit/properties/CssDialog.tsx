import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { can } from '../../../../api/bootstrap.ts'
import { cssTemplateListQuery } from '../../../../api/cssTemplates.ts'
import { Button } from '../../../../ui/Button.tsx'
import { CodeField } from '../../../../ui/code/CodeField.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Select } from '../../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { toast } from '../../../../ui/toast.ts'
import { DashboardCss } from '../../DashboardCss.tsx'
import { useEditor } from '../editStore.ts'

const texts = defineTexts('dashboard.edit.css', {
  title: 'CSS',
  live: 'Live CSS editor',
  help: 'Applies to this dashboard only. External resources are not loaded.',
  load: 'Load a CSS template',
  failed: 'An error occurred while fetching available CSS templates',
  cancel: 'Cancel',
  apply: 'Apply',
})

/** The dashboard's own CSS; applied while the user types, saved with the dashboard. */
export function CssDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const editor = useEditor()
  const before = editor.document().css
  const [text, setText] = useState(before)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button
            size="md"
            variant="primary"
            onClick={() => {
              if (text !== before) editor.change({ css: text })
              onClose()
            }}
          >
            {t(texts.apply)}
          </Button>
        </>
      }
    >
      <DashboardCss css={text} />
      <TemplateField onLoad={setText} />
      <Field label={t(texts.live)} help={t(texts.help)}>
        <CodeField label={t(texts.live)} language="css" autoFocus value={text} onChange={setText} />
      </Field>
    </Dialog>
  )
}

const everyTemplate = { orderColumn: 'template_name', orderDirection: 'asc', pageSize: 100 } as const

/** Stored templates that replace the text in the editor. Hidden if there are none. */
function TemplateField({ onLoad }: { onLoad: (css: string) => void }) {
  const t = useText()
  const isOffered = can('can_read', 'CssTemplate')
  const { data, isError } = useQuery({ ...cssTemplateListQuery(everyTemplate), enabled: isOffered })
  const [chosen, setChosen] = useState<number>()
  useEffect(() => {
    if (isError) toast.danger(t(texts.failed), { noDuplicate: true })
  }, [isError, t])
  const templates = data?.result ?? []
  if (templates.length === 0) return null
  return (
    <Select
      label={t(texts.load)}
      size="md"
      placeholder={t(texts.load)}
      options={templates.map(({ id, template_name }) => ({ value: id, label: template_name ?? String(id) }))}
      value={chosen}
      onChange={(id) => {
        setChosen(id)
        const template = templates.find((each) => each.id === id)
        if (template) onLoad(template.css ?? '')
      }}
    />
  )
}
