import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import css from './SegmentedControl.module.css'

export interface SegmentedControlProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  /** two to five short choices of one kind; a choice with an icon uses its label as its accessible name */
  options: { value: V; label: string; icon?: ReactNode }[]
  /** fills its container */
  full?: boolean
}

/**
 * Two to five short choices of one kind; never for navigation. Based on radio buttons: arrow keys select. Not Base UI's
 * toggle group: its buttons are toggles, which do not express that exactly one is selected, and it adds 6.7 KB (Brotli)
 * to the first script.
 */
export function SegmentedControl<V extends string>({
  label,
  value,
  onChange,
  options,
  full,
}: SegmentedControlProps<V>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes(css.group, full && css.full)}>
      {options.map((option) => (
        <label key={option.value} className={css.segment} title={option.icon ? option.label : undefined}>
          <input
            type="radio"
            name={name}
            className={css.input}
            checked={option.value === value}
            aria-label={option.icon ? option.label : undefined}
            onChange={() => onChange(option.value)}
          />
          {option.icon ?? option.label}
        </label>
      ))}
    </div>
  )
}
