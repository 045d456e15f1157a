import { Switch as Base } from '@base-ui/react/switch'
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
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is a button with a hidden input
    <label className={css.line}>
      <Base.Root className={css.track} checked={checked} disabled={disabled} onCheckedChange={onChange}>
        <Base.Thumb className={css.thumb} />
      </Base.Root>
      <span>{label}</span>
    </label>
  )
}
