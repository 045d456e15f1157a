import { useId } from 'react'
import css from './SqlField.module.css'

export interface SqlFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** An SQL expression. */
export function SqlField({ label, value, onChange }: SqlFieldProps) {
  const id = useId()
  return (
    <textarea
      id={id}
      aria-label={label}
      className={css.area}
      rows={5}
      spellCheck={false}
      autoCapitalize="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
