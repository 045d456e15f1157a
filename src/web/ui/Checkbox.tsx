import type { ReactNode } from 'react'
import css from './Checkbox.module.css'

export interface CheckboxProps {
  label: ReactNode
  /** only spoken */
  hideLabel?: boolean
  checked: boolean
  /** some but not all of what it stands for */
  mixed?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/**
 * A box with its label; a click on the label counts. Not Base UI's: that is a span with a hidden checkbox, which adds
 * 6.7 KB (Brotli) to the first script and nothing to what the browser's own does by key, voice and touch.
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
        // The mixed look has no attribute.
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
