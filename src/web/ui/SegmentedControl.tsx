import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './SegmentedControl.module.css'

export interface SegmentedControlProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  /** two to five short choices of one kind; an icon needs its name in `label` */
  options: { value: V; label: string; icon?: ReactNode }[]
  /** fills its container */
  full?: boolean
}

/** Two to five short choices of one kind; never for navigation. */
export function SegmentedControl<V extends string>({
  label,
  value,
  onChange,
  options,
  full,
}: SegmentedControlProps<V>) {
  return (
    <ToggleGroup
      aria-label={label}
      className={classes(css.group, full && css.full)}
      value={[value]}
      onValueChange={(pressed) => {
        const next = pressed[0]
        if (next !== undefined) onChange(next as V)
      }}
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          className={css.segment}
          aria-label={option.icon ? option.label : undefined}
          title={option.icon ? option.label : undefined}
        >
          {option.icon ?? option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
