import { useId } from 'react'
import { TextField } from '../../ui/TextField.tsx'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import { useDraft } from './useDraft.ts'

export function TextControl({ control, value, onChange, errors }: ControlProps) {
  const id = useId()
  const saved = value === undefined || value === null ? '' : String(value)
  const { text, setDraft, settle } = useDraft(saved, onChange)
  return (
    <ControlField control={control} errors={errors} htmlFor={id}>
      <TextField
        id={id}
        hideLabel
        label={control.label}
        value={text}
        onChange={setDraft}
        error={errors[0]}
        onBlur={settle}
      />
    </ControlField>
  )
}
