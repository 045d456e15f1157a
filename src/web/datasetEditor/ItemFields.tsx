import { SqlInput } from '../controls/sql/SqlInput.tsx'
import type { SqlInputProps } from '../controls/sql/sqlProps.ts'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatasetEditor.module.css'

/** Fields common to columns and metrics. */

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

/** The name that charts use. */
export function NameField({ label, value, onChange }: NameFieldProps) {
  return <TextField required autoFocus={value === ''} label={label} value={value} maxLength={255} onChange={onChange} />
}

interface OptionalTextProps {
  value: string | null
  /** called with null if the field is empty */
  onChange: (value: string | null) => void
}

/** The display name. */
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
  /** name of the column or metric */
  name: string
}

/** The SQL expression of the column or metric. */
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
