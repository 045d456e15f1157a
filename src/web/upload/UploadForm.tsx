import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type Encoding, type IfExists, ifExistsChoices, type Reading } from '../../model/upload.ts'
import { ApiError, messageOf } from '../api/failure.ts'
import { createFromUpload, type Uploaded, uploadTargetQuery } from '../api/uploads.ts'
import { Banner } from '../ui/Banner.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { RadioGroup } from '../ui/Radio.tsx'
import { SpinnerRing } from '../ui/Spinner.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { useDebounced } from '../ui/useDebounced.ts'
import shared from './FileDialog.module.css'
import { asIs, type ColumnDraft, complaintAbout, PreviewTable, toChoices, typeName } from './PreviewTable.tsx'
import css from './UploadDialog.module.css'
import { useUpload } from './uploadState.ts'
import { whileWriting } from './whileWriting.ts'

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
  taken: 'There is a table {name} already',
  fail: 'Make a new table under another name',
  replace: 'Replace its rows',
  append: 'Add to its rows',
  failHelp: 'Give the new table another name above.',
  replaceHelp: 'All its rows give way to those of the file: charts on it will show the new data.',
  appendHelp: 'Its rows stay, those of the file are added: charts on it will show both.',
  missing: 'The file has no {names}: charts that use what is missing will fail.',
  retyped: '{names}: of another type than before.',
  writing: 'Writing {name} ...',
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
  /** what becomes of a table that has the name already */
  ifExists: IfExists
  onIfExists: (ifExists: IfExists) => void
  onReading: (reading: Reading) => void
  onCreated: (url: string) => void
}

/** What the server saw in the file, to be put right. */
export function UploadForm({
  formId,
  uploaded,
  isBusy,
  complaint,
  ifExists,
  onIfExists,
  onReading,
  onCreated,
}: UploadFormProps) {
  const t = useText()
  const { result, id } = uploaded
  const [name, setName] = useState(result.table_name)
  const [columns, setColumns] = useState<ColumnDraft[]>(() => result.columns.map(asIs))
  const [error, setError] = useState<string>()
  const [nameError, setNameError] = useState<string>()
  const isCreating = useUpload((state) => state.isWriting)
  const { reading } = result
  const asked = useDebounced(name.trim(), 250)
  const target = useQuery(uploadTargetQuery(asked))
  const isOffered = asked === name.trim() && target.data?.may_change === true

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
    try {
      const created = await whileWriting(
        createFromUpload(id, { table_name: name.trim(), already_exists: ifExists, reading, columns: choices }),
      )
      // the first lines promised more than all lines held
      const types = new Map(columns.map((column) => [column.name.trim(), column.type]))
      const others = created.result.columns.filter(
        (column) => types.has(column.name) && types.get(column.name) !== column.type,
      )
      if (others.length > 0 && ifExists !== 'append')
        toast.warning(
          t(texts.otherType, {
            names: others.map(({ name: column, type }) => `${column} (${typeName(t, type)})`).join(', '),
          }),
        )
      const { missing, retyped } = created.result
      if (missing.length > 0) toast.warning(t(texts.missing, { names: missing.join(', ') }))
      if (retyped.length > 0) toast.warning(t(texts.retyped, { names: retyped.join(', ') }))
      onCreated(created.result.url)
    } catch (failure) {
      const taken = failure instanceof ApiError ? failure.fields?.['table_name'] : undefined
      if (taken === undefined) setError(messageOf(failure))
      else setNameError([taken].flat().join(' '))
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
            // what was chosen for one table is not meant for another
            onIfExists('fail')
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
      {isOffered ? (
        <div className={css.taken}>
          <p>{t(texts.taken, { name: asked })}</p>
          <RadioGroup<IfExists>
            label={t(texts.taken, { name: asked })}
            value={ifExists}
            onChange={(next) => {
              onIfExists(next)
              setNameError(undefined)
            }}
            options={ifExistsChoices.map((value) => ({ value, label: t(texts[value]) }))}
          />
          <p className={shared.hint}>{t(texts[`${ifExists}Help`])}</p>
        </div>
      ) : null}
      <PreviewTable columns={columns} rows={result.rows} onChange={setColumns} />
      <p className={shared.hint} role="status">
        {isCreating || isBusy ? (
          <span className={css.looking}>
            <SpinnerRing /> {isCreating ? t(ifExists === 'fail' ? texts.creating : texts.writing, { name }) : null}
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
