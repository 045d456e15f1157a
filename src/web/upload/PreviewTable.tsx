import { type ColumnChoice, type ColumnType, columnTypeNames, columnTypes } from '../../model/upload/upload.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { defineTexts, usePlainText, useText } from '../ui/text.ts'
import css from './UploadDialog.module.css'

const texts = defineTexts('uploadPreview', {
  preview: 'Preview',
  keep: 'Include {column}',
  name: 'Name of {column}',
  type: 'Type of {column}',
  missing: 'A name is required',
  twice: 'This name is already used',
})

/** The display name of a type; a type that cannot be selected is shown by its name in the engine. */
export const typeName = (plain: (text: string) => string, type: string): string =>
  plain(columnTypeNames[type as ColumnType] ?? type)

/** A column of the file with the user's settings. */
export interface ColumnDraft {
  source: string
  /** Its name in the file. */
  given: string
  /** The detected type; it may be one that cannot be selected. */
  detected: string
  name: string
  type: string
  /** Values that do not match the type become empty. */
  leavesBlank: boolean
  isKept: boolean
}

export const asIs = ({ name, source = name, type }: { name: string; source?: string; type: string }): ColumnDraft => ({
  source,
  given: name,
  detected: type,
  name,
  type,
  leavesBlank: false,
  isKept: true,
})

/** Whether the name of a type is short enough to be sent; names of nested types may be long. */
const isPlain = (type: string) => type.length <= 100

/** The columns to load. A type is included if it differs from the detected one, which is otherwise sent as `seen`. */
export const toChoices = (columns: readonly ColumnDraft[]): ColumnChoice[] =>
  columns
    .filter(({ isKept }) => isKept)
    .map(({ source, name, type, detected, leavesBlank }) => ({
      source,
      name: name.trim(),
      ...(type !== detected && { type: type as ColumnType }),
      ...(type !== detected && leavesBlank && { others: 'blank' as const }),
      ...(type === detected && isPlain(detected) && { seen: detected }),
    }))

/** The first column whose new name is missing or already used, with the reason. */
export function complaintAbout(
  columns: readonly ColumnDraft[],
): { source: string; is: 'missing' | 'twice' } | undefined {
  const seen = new Set<string>()
  for (const { source, name, isKept } of columns) {
    if (!isKept) continue
    const key = name.trim().toLowerCase()
    if (key === '') return { source, is: 'missing' }
    if (seen.has(key)) return { source, is: 'twice' }
    seen.add(key)
  }
  return undefined
}

export interface PreviewTableProps {
  columns: readonly ColumnDraft[]
  rows: readonly (readonly (string | null)[])[]
  onChange: (columns: ColumnDraft[]) => void
}

/** The first rows, below the settings of each column. */
export function PreviewTable({ columns, rows, onChange }: PreviewTableProps) {
  const t = useText()
  const plain = usePlainText()
  const complaint = complaintAbout(columns)
  const change = (source: string, part: Partial<ColumnDraft>) =>
    onChange(columns.map((column) => (column.source === source ? { ...column, ...part } : column)))
  return (
    <ScrollRegion className={css.scroll} label={t(texts.preview)}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => {
              const { source, given, name, type, detected, isKept } = column
              const wrong = complaint?.source === source ? t(texts[complaint.is]) : undefined
              return (
                <th key={source} scope="col">
                  <div className={css.head}>
                    <div className={css.headName}>
                      <Checkbox
                        hideLabel
                        label={t(texts.keep, { column: given })}
                        checked={isKept}
                        onChange={(next) => change(source, { isKept: next })}
                      />
                      <input
                        className={css.nameInput}
                        aria-label={t(texts.name, { column: given })}
                        aria-invalid={wrong === undefined ? undefined : true}
                        title={wrong}
                        value={name}
                        maxLength={255}
                        disabled={!isKept}
                        onChange={(event) => change(source, { name: event.target.value })}
                      />
                    </div>
                    <NativeSelect
                      aria-label={t(texts.type, { column: given })}
                      value={type}
                      disabled={!isKept}
                      onChange={(event) => change(source, { type: event.target.value })}
                    >
                      {[...new Set<string>([detected, ...columnTypes])].map((each) => (
                        <option key={each} value={each}>
                          {typeName(plain, each)}
                        </option>
                      ))}
                    </NativeSelect>
                    {wrong === undefined ? null : (
                      <span className={css.wrong} role="alert">
                        {wrong}
                      </span>
                    )}
                  </div>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity and never move
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={columns[j]?.source} className={cellClass(columns[j])}>
                  {cell ?? <span className={css.null}>N/A</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function cellClass(column: ColumnDraft | undefined): string | undefined {
  if (!column?.isKept) return css.dropped
  return /INT|DOUBLE|DECIMAL|FLOAT|REAL/.test(column.type) ? css.number : undefined
}
