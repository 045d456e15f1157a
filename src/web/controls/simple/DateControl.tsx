import { useId } from 'react'
import { TextField } from '../../ui/TextField.tsx'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'

/** A day as `YYYY-MM-DD`; undefined if it is cleared. */
export function DateControl({ control, value, onChange, errors }: ControlProps) {
  const id = useId()
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  return (
    <ControlField control={control} errors={errors} htmlFor={id}>
      <TextField
        id={id}
        hideLabel
        type="date"
        label={control.label}
        value={day}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
    </ControlField>
  )
}
