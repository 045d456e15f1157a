import type { ColumnType, TextColumn } from '../../model/upload/upload.ts'
import { Banner } from '../ui/Banner.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { defineTexts, usePlainText, useText } from '../ui/text.ts'
import { type ColumnDraft, typeName } from './PreviewTable.tsx'
import css from './UploadDialog.module.css'

const texts = defineTexts('uploadTextColumns', {
  held: 'The table was not created yet: later lines of the file differ from the first lines.',
  because: '{column} is Text because of {unit, select, row {row} other {line}} {line, number}: "{value}".',
  becauseMore:
    '{column} is Text because of {unit, select, row {row} other {line}} {line, number}: "{value}", and {others, plural, one {# other value} other {# other values}}.',
  becauseFar: '{column} is Text because of values further down in the file.',
  blank: 'Read {column} as {type} and leave other values empty',
})

export interface TextColumnsProps {
  unit: 'line' | 'row'
  found: readonly TextColumn[]
  /** whether the columns were detected during the creation of the table, which was then canceled */
  isHeld: boolean
  columns: readonly ColumnDraft[]
  onChange: (columns: ColumnDraft[]) => void
}

/** Columns with the type text because of single values, each with a checkbox that converts it without these values. */
export function TextColumns({ unit, found, isHeld, columns, onChange }: TextColumnsProps) {
  const t = useText()
  const plain = usePlainText()
  return (
    <Banner tone="warning">
      <div className={css.because}>
        {isHeld ? <div>{t(texts.held)}</div> : null}
        {found.map(({ source, type, line, value, count = 1 }) => {
          const draft = columns.find((column) => column.source === source)
          if (!draft) return null
          const isBlank = draft.leavesBlank && draft.type !== 'VARCHAR'
          const column = draft.name.trim() === '' ? draft.given : draft.name.trim()
          const text = line === undefined ? texts.becauseFar : count > 1 ? texts.becauseMore : texts.because
          const read = (next: string, leavesBlank: boolean) =>
            onChange(columns.map((each) => (each === draft ? { ...each, type: next, leavesBlank } : each)))
          return (
            <div key={source}>
              {t(text, { column, unit, line, value, others: count - 1 })}
              {type === undefined ? null : (
                <Checkbox
                  label={t(texts.blank, { column, type: typeName(plain, isBlank ? draft.type : type) })}
                  checked={isBlank}
                  onChange={(next) => read(next ? (type satisfies ColumnType) : draft.detected, next)}
                />
              )}
            </div>
          )
        })}
      </div>
    </Banner>
  )
}
