import { useState } from 'react'
import type { TextColumn } from '../../model/upload/upload.ts'
import type { UploadPreview } from '../api/uploads.ts'
import { asIs, type ColumnDraft } from './PreviewTable.tsx'

/** Corrections of a preview, and what the complete file has shown since. */
interface Corrections {
  of: UploadPreview
  columns: ColumnDraft[]
  late: TextColumn[]
}

const uncorrected = (of: UploadPreview): Corrections => ({ of, columns: of.columns.map(asIs), late: [] })

/** The columns of a preview with corrections. Other settings produce other columns: corrections are reset. */
export function useCorrections(result: UploadPreview) {
  const [corrections, setCorrections] = useState<Corrections>(() => uncorrected(result))
  const { columns, late } = corrections.of === result ? corrections : uncorrected(result)

  /** Updates columns for which the complete file contains other values than its beginning. */
  function takeLate(found: readonly TextColumn[]) {
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
  }

  return {
    columns,
    late,
    setColumns: (next: ColumnDraft[]) => setCorrections({ of: result, columns: next, late }),
    takeLate,
  }
}
