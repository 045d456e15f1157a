import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { CodeField } from '../../../ui/code/CodeField.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { editTab } from '../state/lab.ts'
import type { LabTab } from '../state/labTypes.ts'
import css from './Toolbar.module.css'

const texts = defineTexts('sqlLab.parameters', {
  title: 'Template parameters',
  hint: 'Assign a set of parameters as JSON below (example: {example}). They become available in your SQL by Jinja templating: {use}.',
  invalid: 'Invalid JSON',
  close: 'Close',
})

const example = '{"my_table": "foo"}'
const use = 'SELECT * FROM {{ my_table }}'

/** The parameters for templates in a tab's SQL. */
export function ParametersDialog({ tab, onClose }: { tab: LabTab; onClose: () => void }) {
  const t = useText()
  const [text, setText] = useState(tab.templateParams)
  const isValid = isJson(text)

  function change(next: string) {
    setText(next)
    if (isJson(next)) editTab(tab.id, { templateParams: next })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={560}
      footer={
        <Button size="md" variant="primary" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      <div className={css.form}>
        <p className={css.hint}>{t(texts.hint, { example, use })}</p>
        <div className={css.code}>
          <CodeField
            label={t(texts.title)}
            language="json"
            value={text}
            onChange={change}
            invalid={!isValid}
            fill
            autoFocus
          />
        </div>
        {isValid ? null : (
          <p className={css.problem}>
            <LabelledIcon label={t(texts.invalid)}>
              <TriangleAlert size={14} />
            </LabelledIcon>
            {t(texts.invalid)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
  } catch {
    return false
  }
}
