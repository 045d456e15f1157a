import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { keyOfSavedMap } from '../../../model/geography/savedMap.ts'
import { ownMapsQuery } from '../../api/mapBoundaries.ts'
import { compareNames } from '../../ui/compareNames.ts'
import { Select, type SelectOption } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'

const texts = defineTexts('control.map', { own: 'Custom map', failed: 'The list of custom maps could not be loaded.' })

const byLabel = (options: SelectOption[]) => options.toSorted((one, other) => compareNames(one.label, other.label))

/** A country, or a map with custom boundaries. */
export function MapControl({ control, value, onChange, errors }: ControlProps) {
  const id = useId()
  const t = useText()
  const { data: own = [], isError } = useQuery(ownMapsQuery)
  const saved = typeof value === 'string' ? value : undefined
  const options: SelectOption[] = [
    ...byLabel(own.map(({ value, name }) => ({ value, label: name, hint: t(texts.own) }))),
    ...byLabel((control.choices ?? []).map(([choice, label]) => ({ value: String(choice), label }))),
  ]
  return (
    <ControlField control={control} errors={isError ? [...errors, t(texts.failed)] : errors} htmlFor={id}>
      <Select
        id={id}
        label={control.label}
        options={options}
        invalid={errors.length > 0}
        clearable
        value={saved}
        labelOf={(chosen) =>
          options.find((option) => String(option.value) === String(chosen).toLowerCase())?.label ??
          keyOfSavedMap(String(chosen)) ??
          String(chosen)
        }
        onChange={(chosen) => onChange(chosen)}
      />
    </ControlField>
  )
}
