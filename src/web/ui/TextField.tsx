import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { Field } from './Field.tsx'
import css from './TextField.module.css'

export interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'size' | 'value'> {
  /** shown above; with `hideLabel` only for screen readers */
  label: string
  hideLabel?: boolean
  value: string
  onChange: (value: string) => void
  size?: 'sm' | 'md' | 'lg'
  error?: string
  help?: ReactNode
  /** before the text, such as a magnifying glass */
  icon?: ReactNode
  /** after the text, such as a clear button */
  end?: ReactNode
}

/** A single-line text field. */
export function TextField({
  label,
  hideLabel = false,
  onChange,
  size = 'sm',
  error,
  help,
  icon,
  end,
  className,
  id,
  required,
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const messageId = `${inputId}-message`
  const box = (
    <div className={classes(css.box, css[size], error !== undefined && css.bad, rest.disabled && css.off, className)}>
      {icon}
      <input
        {...rest}
        id={inputId}
        required={required}
        className={css.input}
        aria-label={hideLabel ? label : undefined}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error !== undefined || help !== undefined ? messageId : rest['aria-describedby']}
        onChange={(event) => onChange(event.target.value)}
      />
      {end}
    </div>
  )
  if (hideLabel) return box
  return (
    <Field label={label} htmlFor={inputId} required={required} error={error} help={help} messageId={messageId}>
      {box}
    </Field>
  )
}
