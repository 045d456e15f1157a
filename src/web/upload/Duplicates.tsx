import type { UploadPreview } from '../api/uploads.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { isOverwritten, overwriteDuplicates } from './overwriteDuplicates.ts'
import type { ColumnDraft } from './PreviewTable.tsx'

const texts = defineTexts('uploadDuplicates', {
  overwrite: 'Overwrite duplicate columns: the last column with a name replaces the earlier ones',
})

interface DuplicatesProps {
  result: UploadPreview
  columns: ColumnDraft[]
  onChange: (columns: ColumnDraft[]) => void
}

/** Selects how to handle columns with the same name, if the file has some. */
export function Duplicates({ result, columns, onChange }: DuplicatesProps) {
  const t = useText()
  if (result.columns.every(({ repeats }) => repeats === undefined)) return null
  return (
    <Checkbox
      label={t(texts.overwrite)}
      checked={isOverwritten(result.columns, columns)}
      onChange={(overwrites) => onChange(overwriteDuplicates(result.columns, columns, overwrites))}
    />
  )
}
