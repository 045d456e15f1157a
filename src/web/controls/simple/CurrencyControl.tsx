import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import { type ChosenCurrency, CurrencyFields } from './CurrencyFields.tsx'

/** A currency symbol before or after the numbers. */
export function CurrencyControl({ control, value, onChange, errors }: ControlProps) {
  return (
    <ControlField control={control} errors={errors}>
      <CurrencyFields label={control.label} value={(value ?? {}) as ChosenCurrency} onChange={onChange} />
    </ControlField>
  )
}
