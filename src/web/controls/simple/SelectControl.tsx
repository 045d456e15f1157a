import { useId } from 'react'
import type { ExploreForm } from '../../../model/explore/exploreState.ts'
import { MultiSelect, Select, type SelectOption, type SelectValue } from '../../ui/select/Select.tsx'
import { usePlainText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import { type ControlProps, useControlForm, useControlSource } from '../source.ts'
import { choicesOf } from './choices.ts'

const none = {}

/**
 * Kinds whose choices are texts of the interface, not names of columns. Choices of the chart type are already
 * translated.
 */
const ownKinds = new Set(['numberFormat', 'timeFormat', 'timeGrain'])

/** Selects one value, or several if the default is a list. */
export function SelectControl(props: ControlProps) {
  // few controls read other controls, and only those are rendered again when one changes
  return props.control.name === 'x_axis_sort' ? <SelectOfForm {...props} /> : <SelectBox {...props} form={none} />
}

function SelectOfForm(props: ControlProps) {
  return <SelectBox {...props} form={useControlForm()} />
}

function SelectBox({ control, value, onChange, errors, form }: ControlProps & { form: ExploreForm }) {
  const id = useId()
  const { dataset } = useControlSource()
  const plain = usePlainText()
  const options: SelectOption[] = choicesOf(control, dataset, form).map(([choice, label]) => ({
    value: choice as SelectValue,
    label: ownKinds.has(control.kind) ? plain(label) : label,
  }))
  const shared = {
    id,
    label: control.label,
    options,
    allowNew: control.freeForm ?? false,
    invalid: errors.length > 0,
  }
  const isNumeric = options.length > 0 && options.every((option) => typeof option.value !== 'string')
  const typed = (chosen: SelectValue | undefined) =>
    isNumeric && typeof chosen === 'string' && chosen.trim() !== '' && Number.isFinite(Number(chosen))
      ? Number(chosen)
      : chosen
  if (Array.isArray(control.default)) {
    return (
      <ControlField control={control} errors={errors} htmlFor={id}>
        <MultiSelect {...shared} wrap value={listOf(value)} onChange={(chosen) => onChange(chosen.map(typed))} />
      </ControlField>
    )
  }
  const isNullChoice = options.some((option) => option.value === null)
  const current = value === undefined || (value === null && !isNullChoice) ? undefined : (value as SelectValue)
  return (
    <ControlField control={control} errors={errors} htmlFor={id}>
      <Select
        {...shared}
        value={current}
        clearable={current !== null && (control.default === undefined || control.default === null)}
        labelOf={(chosen) => options.find((option) => String(option.value) === String(chosen))?.label}
        onChange={(chosen) => onChange(chosen === undefined ? (isNullChoice ? null : undefined) : typed(chosen))}
      />
    </ControlField>
  )
}

function listOf(value: unknown): SelectValue[] {
  if (Array.isArray(value)) return value as SelectValue[]
  return value === undefined || value === null ? [] : [value as SelectValue]
}
