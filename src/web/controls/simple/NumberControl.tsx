import { NumberField } from '../../ui/NumberField.tsx'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'

/** A number; empty means none. */
export function NumberControl({ control, value, onChange, errors }: ControlProps) {
  return (
    <ControlField control={control} errors={errors}>
      <NumberField
        hideLabel
        label={control.label}
        value={numberOf(value)}
        min={control.min}
        max={control.max}
        step={control.step}
        error={errors[0]}
        onChange={onChange}
      />
    </ControlField>
  )
}

export function numberOf(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
