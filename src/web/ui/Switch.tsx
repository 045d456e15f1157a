import type { ReactNode } from 'react'
import css from './Switch.module.css'

export interface SwitchProps {
  label: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** On or off, at once. */
export function Switch({ label, checked, disabled, onChange }: SwitchProps) {
  return (
    <label className={css.line}>
      <input
        type="checkbox"
        role="switch"
        className={css.track}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
