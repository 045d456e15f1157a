import { Radio as Base } from '@base-ui/react/radio'
import { RadioGroup as BaseGroup } from '@base-ui/react/radio-group'
import type { ReactNode } from 'react'
import css from './Radio.module.css'

export interface RadioGroupProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  options: { value: V; label: ReactNode; disabled?: boolean }[]
}

/** One of a few, each with its words. */
export function RadioGroup<V extends string>({ label, value, onChange, options }: RadioGroupProps<V>) {
  return (
    <BaseGroup className={css.group} aria-label={label} value={value} onValueChange={(next) => onChange(next as V)}>
      {options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is a button with a hidden input
        <label key={option.value} className={css.line}>
          <Base.Root value={option.value} disabled={option.disabled} className={css.radio} />
          <span>{option.label}</span>
        </label>
      ))}
    </BaseGroup>
  )
}
