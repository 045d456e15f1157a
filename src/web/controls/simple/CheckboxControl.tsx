import { Checkbox } from '../../ui/Checkbox.tsx'
import type { ControlProps } from '../source.ts'

/** Yes or no. */
export function CheckboxControl({ control, value, onChange }: ControlProps) {
  const isOn = value === undefined ? control.default === true : Boolean(value)
  return <Checkbox label={control.label} checked={isOn} onChange={onChange} />
}
