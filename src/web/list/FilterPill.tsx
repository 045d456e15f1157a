import { ChevronDown, X } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { type LoadOptions, Select, type SelectOption } from '../ui/select/Select.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './FilterPill.module.css'
import type { FilterValue } from './listState.ts'

const texts = defineTexts('listFilter', { chosen: '{label}: {value}', clear: 'Clear {label}' })

export interface FilterPillProps {
  label: string
  options?: readonly SelectOption<FilterValue>[]
  load?: LoadOptions<FilterValue>
  /** the label of a value from the address that is not loaded yet */
  labelOf?: (value: FilterValue) => string | undefined
  value: FilterValue | undefined
  onChange: (value: FilterValue | undefined) => void
}

/** A list filter as a button with its name and its value. */
export function FilterPill({ label, options, load, labelOf, value, onChange }: FilterPillProps) {
  const t = useText()
  const isSet = value !== undefined
  return (
    <span className={isSet ? css.set : css.pill}>
      <Select
        label={label}
        options={options}
        load={load}
        labelOf={labelOf}
        value={value}
        onChange={onChange}
        trigger={(text) => (
          <Button iconAfter={<ChevronDown size={14} />}>
            {isSet ? t(texts.chosen, { label, value: text }) : label}
          </Button>
        )}
      />
      {isSet ? (
        <Button
          square
          icon={<X size={14} />}
          aria-label={t(texts.clear, { label })}
          onClick={() => onChange(undefined)}
        />
      ) : null}
    </span>
  )
}
