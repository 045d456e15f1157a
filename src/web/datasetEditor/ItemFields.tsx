import { SqlInput } from '../controls/sql/SqlInput.tsx'
import type { SqlInputProps } from '../controls/sql/sqlProps.ts'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatasetEditor.module.css'

/** What can be said of columns and metrics alike. */

const texts = defineTexts('datasetEditor.fields', {
  label: 'Label',
  expression: 'SQL expression',
  expressionOf: 'SQL expression: {name}',
  description: 'Description',
})

interface NameFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** The name that charts know it by. */
export function NameField({ label, value, onChange }: NameFieldProps) {
  return <TextField required autoFocus={value === ''} label={label} value={value} maxLength={255} onChange={onChange} />
}

interface OptionalTextProps {
  value: string | null
  /** told null where nothing is left */
  onChange: (value: string | null) => void
}

/** What readers see in the place of the name. */
export function LabelField({ value, onChange }: OptionalTextProps) {
  const t = useText()
  return <TextField label={t(texts.label)} value={value ?? ''} onChange={(text) => onChange(text || null)} />
}

export function DescriptionField({ value, onChange }: OptionalTextProps) {
  const t = useText()
  return (
    <div className={css.whole}>
      <TextArea label={t(texts.description)} value={value ?? ''} onChange={(text) => onChange(text || null)} />
    </div>
  )
}

interface ExpressionFieldProps extends Pick<SqlInputProps, 'columns' | 'value' | 'onChange'> {
  /** of what it computes */
  name: string
}

/** The SQL that computes it from the columns. */
export function ExpressionField({ name, ...input }: ExpressionFieldProps) {
  const t = useText()
  return (
    <div className={css.whole}>
      <Field label={t(texts.expression)} required>
        <SqlInput label={t(texts.expressionOf, { name })} {...input} />
      </Field>
    </div>
  )
}
