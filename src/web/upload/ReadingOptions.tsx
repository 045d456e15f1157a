import { useId } from 'react'
import type { Encoding, Reading } from '../../model/upload/upload.ts'
import type { UploadPreview } from '../api/uploads.ts'
import { Field } from '../ui/Field.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { NumberField } from '../ui/NumberField.tsx'
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
                // the types were detected with the other decimal character
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

/** The line of the header; null if there is none. */
function namesLine({ names_line: found = 1 }: UploadPreview, { hasHeader = true, skipRows }: Reading): number | null {
  if (!hasHeader) return null
  return skipRows === undefined ? found : skipRows + 1
}

/** Settings that depend on the header line are detected again. */
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

/** The delimiter; "automatic" is offered again only if it was not changed. */
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
