import { useId } from 'react'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import { TimeRangePicker } from '../timeRange/TimeRangePicker.tsx'

/** A time range as text, for types that save it separately from their filters. */
export function TimeRangeControl({ control, value, onChange, errors }: ControlProps) {
  const id = useId()
  const range = typeof value === 'string' && value !== '' && value !== 'No filter' ? value : undefined
  return (
    <ControlField control={control} errors={errors} htmlFor={id}>
      <TimeRangePicker id={id} label={control.label} value={range} onChange={(next) => onChange(next ?? 'No filter')} />
    </ControlField>
  )
}
