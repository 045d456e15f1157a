import { type ReactNode, useState } from 'react'
import type { ConnectionFormField } from '../../model/database/databaseAnswers.ts'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/select/Select.tsx'
import css from './DatabaseDialog.module.css'

interface ChosenFieldProps {
  choice: NonNullable<ConnectionFormField['choice']>
  /** whether it already has a value */
  isUsed: boolean
  disabled: boolean
  /** removes the value */
  onNone: () => void
  children: ReactNode
}

/** A field that most connections do not need: the form first shows a button that adds it. */
export function ChosenField({ choice, isUsed, disabled, onNone, children }: ChosenFieldProps) {
  const [way, setWay] = useState<'without' | 'with'>(isUsed ? 'with' : 'without')
  return (
    <div className={css.content}>
      <Field label={choice.label}>
        <Select
          size="md"
          searchable={false}
          label={choice.label}
          disabled={disabled}
          value={way}
          onChange={(next) => {
            setWay(next ?? 'without')
            if (next !== 'with') onNone()
          }}
          options={[
            { value: 'without', label: choice.without },
            { value: 'with', label: choice.with },
          ]}
        />
      </Field>
      {way === 'with' ? children : null}
    </div>
  )
}
