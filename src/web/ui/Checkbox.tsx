import { Checkbox as Base } from '@base-ui/react/checkbox'
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

/** A box with its label; a click on the label counts. */
export function Checkbox({ label, hideLabel = false, checked, mixed = false, disabled, onChange }: CheckboxProps) {
  const box = (
    <Base.Root
      className={css.box}
      checked={checked}
      indeterminate={mixed}
      disabled={disabled}
      onCheckedChange={onChange}
      aria-label={hideLabel && typeof label === 'string' ? label : undefined}
    >
      <Base.Indicator className={css.mark} />
    </Base.Root>
  )
  if (hideLabel) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is a button with a hidden input
    <label className={css.line}>
      {box}
      <span>{label}</span>
    </label>
  )
}
