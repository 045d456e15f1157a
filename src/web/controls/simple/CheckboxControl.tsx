import { Checkbox } from '../../ui/Checkbox.tsx'
import { DescribedControl } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'

export function CheckboxControl({ control, value, onChange }: ControlProps) {
  const isOn = value === undefined ? control.default === true : Boolean(value)
  return (
    <DescribedControl description={control.description}>
      <Checkbox label={control.label} checked={isOn} onChange={onChange} />
    </DescribedControl>
  )
}
