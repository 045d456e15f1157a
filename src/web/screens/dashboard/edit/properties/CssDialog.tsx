import { useState } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { CodeField } from '../../../../ui/code/CodeField.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { DashboardCss } from '../../DashboardCss.tsx'
import { useEditor } from '../editStore.ts'

const texts = defineTexts('dashboard.edit.css', {
  title: 'CSS',
  live: 'Live CSS editor',
  help: 'Applies to this dashboard only. External resources are not loaded.',
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
      <Field label={t(texts.live)} help={t(texts.help)}>
        <CodeField label={t(texts.live)} language="css" autoFocus value={text} onChange={setText} />
      </Field>
    </Dialog>
  )
}
