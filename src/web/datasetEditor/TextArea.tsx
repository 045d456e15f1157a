import { useId } from 'react'
import { Field } from '../ui/Field.tsx'
import css from './DatasetEditor.module.css'

interface TextAreaProps {
  label: string
  value: string
  onChange: (value: string) => void
  help?: string
  rows?: number
  disabled?: boolean
}

/** Some lines of text under a label. */
export function TextArea({ label, value, onChange, help, rows = 2, disabled }: TextAreaProps) {
  const id = useId()
  return (
    <Field label={label} htmlFor={id} help={help} messageId={`${id}-message`}>
      <textarea
        id={id}
        rows={rows}
        disabled={disabled}
        className={css.area}
        aria-describedby={help === undefined ? undefined : `${id}-message`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
