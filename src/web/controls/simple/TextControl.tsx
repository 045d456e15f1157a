import { useEffect, useId, useState } from 'react'
import { TextField } from '../../ui/TextField.tsx'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'

const quietMs = 250

/** A text field; its value is used when typing pauses. */
export function TextControl({ control, value, onChange, errors }: ControlProps) {
  const id = useId()
  const saved = value === undefined || value === null ? '' : String(value)
  const [draft, setDraft] = useState<string>()
  useEffect(() => {
    if (draft === undefined) return
    const timer = setTimeout(() => {
      onChange(draft)
      setDraft(undefined)
    }, quietMs)
    return () => clearTimeout(timer)
    // a new callback is not a new text
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draft])
  return (
    <ControlField control={control} errors={errors} htmlFor={id}>
      <TextField
        id={id}
        hideLabel
        label={control.label}
        value={draft ?? saved}
        onChange={setDraft}
        error={errors[0]}
        onBlur={() => {
          if (draft === undefined) return
          onChange(draft)
          setDraft(undefined)
        }}
      />
    </ControlField>
  )
}
