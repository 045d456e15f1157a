import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { IfExists, Reading, TextColumn } from '../../model/upload/upload.ts'
import { ApiError, messageOf } from '../api/failure.ts'
import { createFromUpload, isHeldBack, type Uploaded, type UploadPreview, uploadTargetQuery } from '../api/uploads.ts'
import { Banner } from '../ui/Banner.tsx'
import { SpinnerRing } from '../ui/Spinner.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { useDebounced } from '../ui/useDebounced.ts'
import shared from './FileDialog.module.css'
import { asIs, type ColumnDraft, complaintAbout, PreviewTable, toChoices, typeName } from './PreviewTable.tsx'
import { ReadingOptions } from './ReadingOptions.tsx'
import { TakenName } from './TakenName.tsx'
import { TextColumns } from './TextColumns.tsx'
import css from './UploadDialog.module.css'
import { useUpload } from './uploadState.ts'
import { whileWriting } from './whileWriting.ts'

const texts = defineTexts('uploadForm', {
  name: 'Table name',
  rows: '{count, plural, one {# row} other {# rows}}, {columns, plural, one {# column} other {# columns}}',
  estimate: 'About {count, plural, one {# row} other {# rows}}, {columns, plural, one {# column} other {# columns}}',
  unknown: '{columns, plural, one {# column} other {# columns}}',
  first: 'the first {shown, number} are shown',
  missing: 'The file has no {names}. Charts that use a missing column will fail.',
  retyped: '{names}: the type is not the same as before.',
  writing: 'Writing {name} ...',
  creating: 'Creating {name} ...',
  otherType: '{names}: the type was changed because of values further down in the file.',
  noColumn: 'At least one column is required',
})

export interface UploadFormProps {
  formId: string
  uploaded: Uploaded
  isBusy: boolean
  /** how it was asked to be read; it differs from the preview while that is made, and where it cannot be made */
  asked: Reading
  /** why it cannot be read as asked: there is nothing to see then */
  complaint: string | undefined
  /** what becomes of a table that has the name already */
  ifExists: IfExists
  onIfExists: (ifExists: IfExists) => void
  onReading: (reading: Reading) => void
  onCreated: (url: string) => void
}

/** What was put right of a preview, and what all of the file told since. */
interface Corrections {
  of: UploadPreview
  columns: ColumnDraft[]
  late: TextColumn[]
}

const uncorrected = (of: UploadPreview): Corrections => ({ of, columns: of.columns.map(asIs), late: [] })

/** What the server saw in the file, to be put right. */
export function UploadForm({
  formId,
  uploaded,
  isBusy,
  asked,
  complaint,
  ifExists,
  onIfExists,
  onReading,
  onCreated,
}: UploadFormProps) {
  const t = useText()
  const { result, id } = uploaded
  const [name, setName] = useState(result.table_name)
  // another reading has other columns: corrections begin anew
  const [corrections, setCorrections] = useState<Corrections>(() => uncorrected(result))
  const { columns, late } = corrections.of === result ? corrections : uncorrected(result)
  const setColumns = (next: ColumnDraft[]) => setCorrections({ of: result, columns: next, late })
  const [error, setError] = useState<string>()
  const [nameError, setNameError] = useState<string>()
  const lateBanner = useRef<HTMLDivElement>(null)
  const isCreating = useUpload((state) => state.isWriting)
  const { reading } = result
  const settled = useDebounced(name.trim(), 250)
  const found = useQuery(uploadTargetQuery(settled))
  const target = settled === name.trim() ? found.data : undefined

  // who pressed below may not see what appears above
  useEffect(() => {
    if (late.length > 0) lateBanner.current?.scrollIntoView({ block: 'nearest' })
  }, [late.length])

  function onName(next: string) {
    setName(next)
    setNameError(undefined)
    // what was chosen for one table is not meant for another
    onIfExists('fail')
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isCreating || name.trim() === '' || complaintAbout(columns) !== undefined || complaint !== undefined) return
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
      if (isHeldBack(created)) {
        const { texts: found } = created.result
        const sources = new Set(found.map(({ source }) => source))
        setCorrections((now) => {
          const before = now.of === result ? now : uncorrected(result)
          return {
            of: result,
            columns: before.columns.map((each) =>
              sources.has(each.source) ? { ...each, detected: 'VARCHAR', type: 'VARCHAR' } : each,
            ),
            late: [...before.late.filter(({ source }) => !sources.has(source)), ...found],
          }
        })
        return
      }
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
  const isKept = ({ source }: TextColumn) => columns.some((column) => column.source === source && column.isKept)
  const textColumns = [...result.texts, ...late].filter(isKept)
  return (
    <form id={formId} className={css.form} onSubmit={(event) => void onSubmit(event)}>
      {(error ?? complaint) === undefined ? null : <Banner tone="danger">{error ?? complaint}</Banner>}
      {result.warnings.length === 0 ? null : (
        <Banner tone="warning">
          {result.warnings.slice(0, 5).map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Banner>
      )}
      {textColumns.length === 0 ? null : (
        <div ref={lateBanner}>
          <TextColumns
            unit={result.format === 'xlsx' ? 'row' : 'line'}
            found={textColumns}
            isHeld={late.length > 0}
            columns={columns}
            onChange={setColumns}
          />
        </div>
      )}
      <div className={css.options}>
        <TextField
          label={t(texts.name)}
          size="md"
          required
          maxLength={250}
          error={nameError}
          value={name}
          onChange={onName}
        />
        <ReadingOptions
          result={result}
          reading={asked}
          onReading={(next) => {
            setError(undefined)
            onReading(next)
          }}
        />
      </div>
      {target?.exists ? (
        <TakenName
          name={settled}
          target={target}
          columns={toChoices(columns).map((column) => column.name)}
          ifExists={ifExists}
          onIfExists={(next) => {
            onIfExists(next)
            setNameError(undefined)
          }}
          onName={onName}
        />
      ) : null}
      {complaint === undefined ? (
        <>
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
        </>
      ) : null}
    </form>
  )
}
