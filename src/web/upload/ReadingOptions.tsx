import { useId, useState } from 'react'
import type { Encoding, Reading } from '../../model/upload/upload.ts'
import type { UploadPreview } from '../api/uploads.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './UploadDialog.module.css'

const texts = defineTexts('uploadReading', {
  names: 'Column names in {unit, select, row {row} other {line}}',
  noNames: 'no names',
  delimiter: 'Delimiter',
  decimal: 'Decimal character',
  encoding: 'Encoding',
  sheet: 'Sheet',
  automatic: 'Automatic',
  comma: 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
  bar: 'Bar',
  decimalPoint: 'Point (1.5)',
  decimalComma: 'Comma (1,5)',
  more: 'More options',
  nullValues: 'Null values',
  nullValuesHelp: 'Texts that mean a missing value, separated by commas.',
  maxRows: 'Rows to read',
  allRows: 'all',
  trimStart: 'Skip initial space',
  skipBlank: 'Skip blank lines',
  dayFirst: 'Day first',
  index: 'Dataframe index: a column that numbers the rows',
  indexName: 'Column label',
})

const delimiters = [',', ';', '\t', '|'] as const
const delimiterTexts = { ',': texts.comma, ';': texts.semicolon, '\t': texts.tab, '|': texts.bar } as const
const encodingNames: Record<Encoding, string> = { 'utf-8': 'UTF-8', 'utf-16': 'UTF-16', 'latin-1': 'Latin-1' }

interface ReadingOptionsProps {
  result: UploadPreview
  /** the requested settings */
  reading: Reading
  onReading: (reading: Reading) => void
}

/** Settings for reading a file; only those of its format. */
export function ReadingOptions({ result, reading, onReading }: ReadingOptionsProps) {
  const t = useText()
  return (
    <>
      {result.format === 'csv' ? (
        <>
          <DelimiterChoice
            value={reading.delimiter ?? ','}
            onChange={(delimiter) => onReading({ ...reading, delimiter })}
          />
          <Choice
            label={t(texts.decimal)}
            value={reading.decimal ?? '.'}
            options={[
              { value: '.', label: t(texts.decimalPoint) },
              { value: ',', label: t(texts.decimalComma) },
            ]}
            onChange={(decimal) =>
              onReading({
                ...reading,
                decimal: decimal === ',' ? ',' : '.',
                // detected again, because the previous values were detected with another decimal character
                thousands: undefined,
                nullValues: undefined,
              })
            }
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
        <div className={css.names}>
          <NumberField
            label={t(texts.names, { unit: result.format === 'xlsx' ? 'row' : 'line' })}
            size="md"
            min={1}
            max={1_000_000}
            placeholder={t(texts.noNames)}
            value={namesLine(result, reading)}
            onChange={(line) => onReading(withNamesIn(line === null ? null : Math.floor(line), result, reading))}
          />
        </div>
      ) : null}
    </>
  )
}

/** The options of older upload forms that are rarely needed, if they apply to the file's format. */
export function MoreOptions({ result, reading, onReading }: ReadingOptionsProps) {
  const t = useText()
  if (result.format !== 'csv' && result.format !== 'xlsx') return null
  const set = (change: Partial<Reading>) => onReading({ ...reading, ...change })
  return (
    <details className={css.more}>
      <summary>{t(texts.more)}</summary>
      <div className={css.options}>
        <NullValues values={reading.nullValues ?? []} onChange={(nullValues) => set({ nullValues })} />
        <div className={css.names}>
          <NumberField
            label={t(texts.maxRows)}
            size="md"
            min={1}
            max={1_000_000_000}
            placeholder={t(texts.allRows)}
            value={reading.maxRows ?? null}
            onChange={(rows) => set({ maxRows: rows === null ? undefined : Math.floor(rows) })}
          />
        </div>
        <IndexName name={reading.indexName} onChange={(indexName) => set({ indexName })} />
      </div>
      {result.format === 'csv' ? (
        <div className={css.switches}>
          <Checkbox
            label={t(texts.trimStart)}
            checked={reading.trimStart ?? false}
            onChange={(trimStart) => set({ trimStart: trimStart || undefined })}
          />
          <Checkbox
            label={t(texts.skipBlank)}
            checked={!reading.keepBlankLines}
            onChange={(skips) => set({ keepBlankLines: skips ? undefined : true })}
          />
          <Checkbox
            label={t(texts.dayFirst)}
            checked={reading.dayFirst ?? false}
            onChange={(dayFirst) => set({ dayFirst: dayFirst || undefined })}
          />
        </div>
      ) : null}
    </details>
  )
}

/** Texts that count as missing values. They are applied when the field is left. */
function NullValues({ values, onChange }: { values: string[]; onChange: (values: string[] | undefined) => void }) {
  const t = useText()
  const [draft, setDraft] = useState<string>()
  function commit() {
    if (draft === undefined) return
    setDraft(undefined)
    const next = [...new Set(draft.split(',').map((each) => each.trim()))].filter((each) => each !== '')
    if (next.join() !== values.join()) onChange(next.length > 0 ? next : undefined)
  }
  return (
    <TextField
      label={t(texts.nullValues)}
      help={t(texts.nullValuesHelp)}
      size="md"
      value={draft ?? values.join(', ')}
      onChange={setDraft}
      onBlur={commit}
    />
  )
}

/** The index column and its name. The name is applied when the field loses the focus. */
function IndexName({ name, onChange }: { name: string | undefined; onChange: (name: string | undefined) => void }) {
  const t = useText()
  const [draft, setDraft] = useState<string>()
  return (
    <>
      <div className={css.alone}>
        <Checkbox
          label={t(texts.index)}
          checked={name !== undefined}
          onChange={(isOn) => onChange(isOn ? 'index' : undefined)}
        />
      </div>
      {name === undefined ? null : (
        <TextField
          label={t(texts.indexName)}
          size="md"
          maxLength={250}
          value={draft ?? name}
          onChange={setDraft}
          onBlur={() => {
            setDraft(undefined)
            if (draft !== undefined && draft.trim() !== '' && draft.trim() !== name) onChange(draft.trim())
          }}
        />
      )}
    </>
  )
}

/** The line number of the header; null if there is none. */
function namesLine({ names_line: found = 1 }: UploadPreview, { hasHeader = true, skipRows }: Reading): number | null {
  if (!hasHeader) return null
  return skipRows === undefined ? found : skipRows + 1
}

/** The settings with another header line, or none. Settings that depend on it are detected again. */
function withNamesIn(line: number | null, { columns }: UploadPreview, reading: Reading): Reading {
  return {
    ...reading,
    hasHeader: line !== null,
    skipRows: line === null ? undefined : line - 1,
    delimiter: columns.length > 1 ? reading.delimiter : undefined,
    thousands: undefined,
    nullValues: undefined,
  }
}

interface DelimiterChoiceProps {
  /** undefined: automatic */
  value: string | undefined
  onChange: (delimiter: string | undefined) => void
}

/** The delimiter; "automatic" is offered only until the user selects a delimiter. */
export function DelimiterChoice({ value, onChange }: DelimiterChoiceProps) {
  const t = useText()
  const known = [...new Set<string>([...delimiters, value ?? ','])].map((each) => ({
    value: each,
    label: each in delimiterTexts ? t(delimiterTexts[each as ',']) : each,
  }))
  return (
    <Choice
      label={t(texts.delimiter)}
      value={value ?? ''}
      options={value === undefined ? [{ value: '', label: t(texts.automatic) }, ...known] : known}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
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
