import { type ComponentProps, useId } from 'react'
import { Field } from './Field.tsx'
import css from './TextArea.module.css'

interface TextAreaProps
  extends Pick<
    ComponentProps<'textarea'>,
    | 'placeholder'
    | 'disabled'
    | 'maxLength'
    | 'readOnly'
    | 'autoFocus'
    | 'required'
    | 'spellCheck'
    | 'autoComplete'
    | 'wrap'
  > {
  label: string
  value: string
  onChange: (value: string) => void
  help?: string
  error?: string
  rows?: number
}

/** A multi-line text field with a label. */
export function TextArea({ label, value, onChange, help, error, rows = 2, required, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <Field label={label} htmlFor={id} required={required} help={help} error={error} messageId={`${id}-message`}>
      <textarea
        {...rest}
        required={required}
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
