import { useState } from 'react'
import type { ConnectionFormField } from '../../model/database/databaseAnswers.ts'
import { Banner } from '../ui/Banner.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, usePlainText, useText } from '../ui/text.ts'
import { AddressesField } from './AddressesField.tsx'
import { ChosenField } from './ChosenField.tsx'
import css from './DatabaseDialog.module.css'
import { type DatabaseDraft, formatParameters, parseParameters, withValue } from './databaseDraft.ts'
import { JsonFileField } from './JsonFileField.tsx'

const texts = defineTexts('databaseForm', {
  displayName: 'Display Name',
  nickname: 'Pick a nickname for how the database will display in Sextant.',
})

export interface DraftProps {
  draft: DatabaseDraft
  onChange: (change: Partial<DatabaseDraft>) => void
  /** errors by field name */
  errors: Record<string, string>
  disabled: boolean
}

interface ParameterFieldsProps extends DraftProps {
  /** called when a field loses the focus: the server validates the values */
  onLeave: () => void
}

/** The form of a product: its fields, declared by its dialect, and its display name. */
export function ParameterFields({ draft, onChange, errors, disabled, onLeave }: ParameterFieldsProps) {
  const t = useText()
  const { form = [], note } = draft.product ?? {}
  const field = (each: ConnectionFormField) => (
    <div key={each.name} className={each.name === 'host' || each.name === 'port' ? css.half : css.full}>
      <ParameterField
        field={each}
        value={draft.parameters[each.name]}
        error={errors[each.name]}
        disabled={disabled}
        onChange={(value) => onChange({ parameters: withValue(draft.parameters, each, value) })}
        onLeave={onLeave}
      />
    </div>
  )
  return (
    <div className={css.fields}>
      {note ? (
        <div className={css.full}>
          <Banner tone="info">
            <b>{note.title}</b>
            <div>{note.text}</div>
          </Banner>
        </div>
      ) : null}
      {form.filter((each) => !each.is_after_name).map(field)}
      <div className={css.full}>
        <TextField
          label={t(texts.displayName)}
          size="md"
          required
          maxLength={250}
          autoComplete="off"
          disabled={disabled}
          help={t(texts.nickname)}
          error={errors['database_name']}
          value={draft.database_name}
          onChange={(database_name) => onChange({ database_name })}
          onBlur={onLeave}
        />
      </div>
      {form.filter((each) => each.is_after_name).map(field)}
    </div>
  )
}

interface ParameterFieldProps {
  field: ConnectionFormField
  value: unknown
  error: string | undefined
  disabled: boolean
  onChange: (value: unknown) => void
  onLeave: () => void
}

function ParameterField(props: ParameterFieldProps) {
  const { field, value, disabled, onChange } = props
  if (!field.choice) return <ValueField {...props} />
  return (
    <ChosenField
      choice={field.choice}
      isUsed={value !== undefined && value !== null}
      disabled={disabled}
      onNone={() => onChange(undefined)}
    >
      <ValueField {...props} />
    </ChosenField>
  )
}

function ValueField({ field, value, error, disabled, onChange, onLeave }: ParameterFieldProps) {
  const plain = usePlainText()
  const common = { label: plain(field.label), disabled, placeholder: field.example }
  const text = value === undefined || value === null ? '' : String(value)
  const line = {
    ...common,
    size: 'md',
    required: field.is_required,
    error,
    help: field.help && plain(field.help),
    onBlur: onLeave,
  } as const
  switch (field.type) {
    case 'boolean':
      return <Checkbox label={common.label} checked={value === true} disabled={disabled} onChange={onChange} />
    case 'query':
      return <QueryField {...line} value={value} onChange={onChange} />
    case 'addresses':
      return <AddressesField {...line} value={value} onChange={onChange} />
    case 'integer':
      return <TextField {...line} inputMode="numeric" autoComplete="off" value={text} onChange={onChange} />
    case 'text':
      if (field.json_file) return <JsonFileField {...common} error={error} value={text} onChange={onChange} />
      if (field.is_secret)
        return <PasswordField {...line} autoComplete="new-password" value={text} onChange={onChange} />
      return <TextField {...line} autoComplete="off" value={text} onChange={onChange} />
  }
}

interface QueryFieldProps {
  label: string
  value: unknown
  onChange: (value: Record<string, string>) => void
  onBlur: () => void
}

/** Parameters as `a=1&b=2`; the text remains as it is typed. */
function QueryField({ value, onChange, ...rest }: QueryFieldProps) {
  const [text, setText] = useState(() => formatParameters(value))
  return (
    <TextField
      {...rest}
      autoComplete="off"
      value={text}
      onChange={(typed) => {
        setText(typed)
        onChange(parseParameters(typed))
      }}
    />
  )
}
