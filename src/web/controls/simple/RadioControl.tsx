import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'

/** One of two to five short choices. */
export function RadioControl({ control, value, onChange, errors }: ControlProps) {
  const options = (control.choices ?? []).map(([choice, label]) => ({ value: String(choice), label }))
  return (
    <ControlField control={control} errors={errors}>
      <SegmentedControl
        full
        label={control.label}
        value={String(value ?? control.default ?? options[0]?.value)}
        options={options}
        onChange={onChange}
      />
    </ControlField>
  )
}
