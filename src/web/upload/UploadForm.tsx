import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { IfExists, Reading, TextColumn } from '../../model/upload/upload.ts'
import { ApiError, messageOf } from '../api/failure.ts'
import {
  createFromUpload,
  isHeldBack,
  type UploadedAnswer,
  type UploadPreview,
  uploadTargetQuery,
} from '../api/uploads.ts'
import { Banner } from '../ui/Banner.tsx'
import { SpinnerRing } from '../ui/Spinner.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, usePlainText, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { useDebounced } from '../ui/useDebounced.ts'
import { Duplicates } from './Duplicates.tsx'
import shared from './FileDialog.module.css'
import { type ColumnDraft, complaintAbout, PreviewTable, toChoices, typeName } from './PreviewTable.tsx'
import { MoreOptions, ReadingOptions } from './ReadingOptions.tsx'
import { TakenName } from './TakenName.tsx'
import { TextColumns } from './TextColumns.tsx'
import css from './UploadDialog.module.css'
import { type UploadPlace, UploadTarget } from './UploadTarget.tsx'
import { useUpload } from './uploadState.ts'
import { useCorrections } from './useCorrections.ts'
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
  uploaded: UploadedAnswer
  isBusy: boolean
  /** the requested settings; they differ from those of the preview while a new one is loading, or if that failed */
  asked: Reading
  /** why the file cannot be read with the requested settings; there is no preview in this case */
  complaint: string | undefined
  /** what to do with an existing table of this name */
  ifExists: IfExists
  onIfExists: (ifExists: IfExists) => void
  onReading: (reading: Reading) => void
  onCreated: (url: string) => void
}

/** The preview of a file, with corrections. */
export function UploadForm(props: UploadFormProps) {
  const { uploaded, asked, complaint, ifExists, onIfExists, onReading } = props
  const t = useText()
  const { result } = uploaded
  const [name, setName] = useState(result.table_name)
  const [place, setPlace] = useState<UploadPlace>({})
  const { columns, late, setColumns, takeLate } = useCorrections(result)
  const { create, error, nameError, setError, setNameError } = useCreate(props, { name, place, columns, takeLate })
  const submit = useSubmit(props.isBusy, create)
  const settled = useDebounced(name.trim(), 250)
  const found = useQuery(uploadTargetQuery(settled, place))
  const target = settled === name.trim() ? found.data : undefined

  function onName(next: string) {
    setName(next)
    setNameError(undefined)
    // a choice for one table does not apply to another
    onIfExists('fail')
  }

  return (
    <form
      id={props.formId}
      className={css.form}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        // while a preview is loading, Enter in a field has only requested it, and does not create the table
        if (!props.isBusy || !event.currentTarget.contains(document.activeElement)) submit()
      }}
    >
      {(error ?? complaint) === undefined ? null : <Banner tone="danger">{error ?? complaint}</Banner>}
      <Findings result={result} late={late} columns={columns} onColumns={setColumns} />
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
        <UploadTarget
          place={place}
          onChange={(next) => {
            setPlace(next)
            setNameError(undefined)
            onIfExists('fail')
          }}
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
      <MoreOptions
        result={result}
        reading={asked}
        onReading={(next) => {
          setError(undefined)
          onReading(next)
        }}
      />
      <Duplicates result={result} columns={columns} onChange={setColumns} />
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
          <Status result={result} name={name} isBusy={props.isBusy} ifExists={ifExists} />
        </>
      ) : null}
    </form>
  )
}

/**
 * Leaving a field may load another preview; a click on the button meanwhile takes effect when the preview has loaded.
 */
function useSubmit(isBusy: boolean, create: () => Promise<void>): () => void {
  const isWaiting = useRef(false)
  const submit = useEffectEvent(() => {
    isWaiting.current = false
    void create()
  })
  useEffect(() => {
    if (!isBusy && isWaiting.current) submit()
  }, [isBusy])
  return () => {
    if (isBusy) isWaiting.current = true
    else void create()
  }
}

interface Draft {
  name: string
  place: UploadPlace
  columns: ColumnDraft[]
  takeLate: (found: readonly TextColumn[]) => void
}

/**
 * Creates the table unless a value is missing. Meanwhile the server reads the whole file, and may detect more about its
 * columns.
 */
function useCreate(
  { uploaded, complaint, ifExists, onCreated }: UploadFormProps,
  { name, place, columns, takeLate }: Draft,
) {
  const t = useText()
  const plain = usePlainText()
  const isCreating = useUpload((state) => state.isWriting)
  const [error, setError] = useState<string>()
  const [nameError, setNameError] = useState<string>()
  const { result, id } = uploaded

  async function create() {
    if (isCreating || name.trim() === '' || complaintAbout(columns) !== undefined || complaint !== undefined) return
    const choices = toChoices(columns)
    if (choices.length === 0) return setError(t(texts.noColumn))
    setError(undefined)
    setNameError(undefined)
    const { reading } = result
    const request = { table_name: name.trim(), ...place, already_exists: ifExists, reading, columns: choices }
    try {
      const created = await whileWriting(createFromUpload(id, request))
      if (isHeldBack(created)) return takeLate(created.result.texts)
      // the first lines suggested a type that later lines do not match
      const others = ifExists === 'append' ? [] : otherTypes(columns, created.result.columns)
      const names = others.map((column) => `${column.name} (${typeName(plain, column.type)})`).join(', ')
      if (others.length > 0) toast.warning(t(texts.otherType, { names }))
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

  return { create, error, nameError, setError, setNameError }
}

/** The columns whose type differs from the draft. */
function otherTypes<C extends { name: string; type: string }>(
  draft: readonly ColumnDraft[],
  created: readonly C[],
): C[] {
  const types = new Map(draft.map((column) => [column.name.trim(), column.type]))
  return created.filter(({ name, type }) => types.has(name) && types.get(name) !== type)
}

interface FindingsProps {
  result: UploadPreview
  late: TextColumn[]
  columns: ColumnDraft[]
  onColumns: (columns: ColumnDraft[]) => void
}

/** Warnings about the file. */
function Findings({ result, late, columns, onColumns }: FindingsProps) {
  const lateBanner = useRef<HTMLDivElement>(null)
  const isKept = ({ source }: TextColumn) => columns.some((column) => column.source === source && column.isKept)
  const textColumns = [...result.texts, ...late].filter(isKept)

  // after a click at the bottom, a message at the top may be outside of the visible area
  useEffect(() => {
    if (late.length > 0) lateBanner.current?.scrollIntoView({ block: 'nearest' })
  }, [late.length])

  return (
    <>
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
            onChange={onColumns}
          />
        </div>
      )}
    </>
  )
}

interface StatusProps {
  result: UploadPreview
  name: string
  isBusy: boolean
  ifExists: IfExists
}

/** The size, or the progress. */
function Status({ result, name, isBusy, ifExists }: StatusProps) {
  const t = useText()
  const isCreating = useUpload((state) => state.isWriting)
  const counts = { count: result.row_count ?? 0, columns: result.columns.length }
  const size = result.row_count === null ? texts.unknown : result.is_estimate ? texts.estimate : texts.rows
  const shown = result.rows.length
  return (
    <output className={shared.hint}>
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
    </output>
  )
}
