import { useId } from 'react'
import { Field } from '../ui/Field.tsx'
import css from './DatasetEditor.module.css'

interface TextAreaProps {
  label: string
  value: string
  onChange: (value: string) => void
  help?: string
  rows?: number
  error?: string
}

/** Some lines of text under a label. */
export function TextArea({ label, value, onChange, help, rows = 2, error }: TextAreaProps) {
  const id = useId()
  return (
    <Field label={label} htmlFor={id} help={help} error={error} messageId={`${id}-message`}>
      <textarea
        id={id}
        rows={rows}
        className={css.area}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={help === undefined && error === undefined ? undefined : `${id}-message`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
