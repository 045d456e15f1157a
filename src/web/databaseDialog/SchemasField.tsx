import { useState } from 'react'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { parseSchemas } from './databaseDraft.ts'

const texts = defineTexts('uploadSchemas', {
  example: 'e.g. public, staging',
  help: 'Names separated by commas. Empty: any schema, for users who may use the whole database.',
})

interface SchemasFieldProps {
  label: string
  disabled: boolean
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Schemas separated by commas; the text remains as it is typed. */
export function SchemasField({ label, disabled, value, onChange }: SchemasFieldProps) {
  const t = useText()
  const [text, setText] = useState(() => value.join(', '))
  return (
    <TextField
      label={label}
      size="md"
      disabled={disabled}
      autoComplete="off"
      placeholder={t(texts.example)}
      help={t(texts.help)}
      value={text}
      onChange={(typed) => {
        setText(typed)
        onChange(parseSchemas(typed))
      }}
    />
  )
}
