import type { ReactNode } from 'react'
import css from './Checkbox.module.css'

export interface CheckboxProps {
  label: ReactNode
  /** the label is visible only to screen readers */
  hideLabel?: boolean
  checked: boolean
  /** some but not all of the items are selected */
  mixed?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/**
 * A checkbox with its clickable label. Not Base UI's: that is a span with a hidden checkbox, which adds 6.7 KB (Brotli)
 * to the first script and no behavior beyond that of the native element by keyboard, voice and touch.
 */
export function Checkbox({ label, hideLabel = false, checked, mixed = false, disabled, onChange }: CheckboxProps) {
  const box = (
    <input
      type="checkbox"
      className={css.box}
      checked={checked}
      disabled={disabled}
      aria-label={hideLabel && typeof label === 'string' ? label : undefined}
      ref={(element) => {
        // The indeterminate state has no attribute.
        if (element) element.indeterminate = mixed
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
  if (hideLabel) return box
  return (
    <label className={css.line}>
      {box}
      <span>{label}</span>
    </label>
  )
}
