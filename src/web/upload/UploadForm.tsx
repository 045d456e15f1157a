import { type FormEvent, useId, useState } from 'react'
import type { Encoding, Reading } from '../../model/upload.ts'
import { ApiError, messageOf } from '../api/failure.ts'
import { createFromUpload, type Uploaded } from '../api/uploads.ts'
import { Banner } from '../ui/Banner.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { SpinnerRing } from '../ui/Spinner.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import shared from './FileDialog.module.css'
import { asIs, type ColumnDraft, complaintAbout, PreviewTable, toChoices, typeName } from './PreviewTable.tsx'
import css from './UploadDialog.module.css'

const texts = defineTexts('uploadForm', {
  name: 'Table name',
  header: 'The first line holds the names',
  delimiter: 'Delimiter',
  encoding: 'Encoding',
  sheet: 'Sheet',
  comma: 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
  bar: 'Bar',
  rows: '{count, number} rows, {columns, number} columns',
  estimate: 'About {count, number} rows, {columns, number} columns',
  unknown: '{columns, number} columns',
  first: 'the first {shown, number} are shown',
  creating: 'Creating {name} ...',
  otherType: '{names}: there are other values further down in the file, so another type was taken.',
  noColumn: 'At least one column is needed',
})

const delimiters = [',', ';', '\t', '|'] as const
const delimiterTexts = { ',': texts.comma, ';': texts.semicolon, '\t': texts.tab, '|': texts.bar } as const
const encodingNames: Record<Encoding, string> = { 'utf-8': 'UTF-8', 'utf-16': 'UTF-16', 'latin-1': 'Latin-1' }

export interface UploadFormProps {
  formId: string
  uploaded: Uploaded
  isBusy: boolean
  complaint: string | undefined
  onReading: (reading: Reading) => void
  onCreated: (url: string) => void
}

/** What the server saw in the file, to be put right. */
export function UploadForm({ formId, uploaded, isBusy, complaint, onReading, onCreated }: UploadFormProps) {
  const t = useText()
  const { result, id } = uploaded
  const [name, setName] = useState(result.table_name)
  const [columns, setColumns] = useState<ColumnDraft[]>(() => result.columns.map(asIs))
  const [error, setError] = useState<string>()
  const [nameError, setNameError] = useState<string>()
  const [isCreating, setIsCreating] = useState(false)
  const { reading } = result

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isCreating || name.trim() === '' || complaintAbout(columns) !== undefined) return
    const choices = toChoices(columns)
    if (choices.length === 0) {
      setError(t(texts.noColumn))
      return
    }
    setError(undefined)
    setNameError(undefined)
    setIsCreating(true)
    try {
      const created = await createFromUpload(id, { table_name: name.trim(), reading, columns: choices })
      // the first lines promised more than all lines held
      const asked = new Map(columns.map((column) => [column.name.trim(), column.type]))
      const others = created.result.columns.filter((column) => asked.get(column.name) !== column.type)
      if (others.length > 0)
        toast.warning(
          t(texts.otherType, {
            names: others.map(({ name: column, type }) => `${column} (${typeName(t, type)})`).join(', '),
          }),
        )
      onCreated(created.result.url)
    } catch (failure) {
      const taken = failure instanceof ApiError ? failure.fields?.['table_name'] : undefined
      if (taken === undefined) setError(messageOf(failure))
      else setNameError([taken].flat().join(' '))
      setIsCreating(false)
    }
  }

  const counts = { count: result.row_count ?? 0, columns: result.columns.length }
  const size = result.row_count === null ? texts.unknown : result.is_estimate ? texts.estimate : texts.rows
  const shown = result.rows.length
  return (
    <form id={formId} className={shared.content} onSubmit={(event) => void onSubmit(event)}>
      {(error ?? complaint) === undefined ? null : <Banner tone="danger">{error ?? complaint}</Banner>}
      {result.warnings.length === 0 ? null : (
        <Banner tone="warning">
          {result.warnings.slice(0, 5).map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Banner>
      )}
      <div className={css.options}>
        <TextField
          label={t(texts.name)}
          size="md"
          required
          maxLength={250}
          error={nameError}
          value={name}
          onChange={(next) => {
            setName(next)
            setNameError(undefined)
          }}
        />
        {result.format === 'csv' ? (
          <>
            <Choice
              label={t(texts.delimiter)}
              value={reading.delimiter ?? ','}
              options={[...new Set<string>([...delimiters, reading.delimiter ?? ','])].map((value) => ({
                value,
                label: value in delimiterTexts ? t(delimiterTexts[value as ',']) : value,
              }))}
              onChange={(delimiter) => onReading({ ...reading, delimiter })}
            />
            <Choice
              label={t(texts.encoding)}
              value={reading.encoding ?? 'utf-8'}
              options={Object.entries(encodingNames).map(([value, label]) => ({ value, label }))}
              onChange={(encoding) => onReading({ ...reading, encoding: encoding as Encoding })}
            />
          </>
        ) : null}
        {result.sheets.length > 1 ? (
          <Choice
            label={t(texts.sheet)}
            value={reading.sheet ?? result.sheets[0] ?? ''}
            options={result.sheets.map((value) => ({ value, label: value }))}
            onChange={(sheet) => onReading({ ...reading, sheet })}
          />
        ) : null}
        {result.format === 'csv' || result.format === 'xlsx' ? (
          <div className={css.check}>
            <Checkbox
              label={t(texts.header)}
              checked={reading.hasHeader ?? true}
              onChange={(hasHeader) => onReading({ ...reading, hasHeader })}
            />
          </div>
        ) : null}
      </div>
      <PreviewTable columns={columns} rows={result.rows} onChange={setColumns} />
      <p className={shared.hint} role="status">
        {isCreating || isBusy ? (
          <span className={css.looking}>
            <SpinnerRing /> {isCreating ? t(texts.creating, { name }) : null}
          </span>
        ) : (
          <>
            {t(size, counts)}
            {result.row_count === shown ? null : `; ${t(texts.first, { shown })}`}
          </>
        )}
      </p>
    </form>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <Field label={label} htmlFor={id}>
      <NativeSelect id={id} size="md" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}
