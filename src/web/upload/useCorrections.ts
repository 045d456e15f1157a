import { useState } from 'react'
import type { TextColumn } from '../../model/upload/upload.ts'
import type { UploadPreview } from '../api/uploads.ts'
import { asIs, type ColumnDraft } from './PreviewTable.tsx'

/** Corrections of a preview, and columns for which the complete file contains other values. */
interface Corrections {
  of: UploadPreview
  columns: ColumnDraft[]
  late: TextColumn[]
}

const uncorrected = (of: UploadPreview): Corrections => ({ of, columns: of.columns.map(asIs), late: [] })

/** The corrections of an earlier preview, for the columns that this one also has. */
export function carried(before: Pick<Corrections, 'columns'>, of: UploadPreview): Corrections {
  const earlier = new Map(before.columns.map((column) => [column.source, column]))
  const columns = of.columns.map((each) => {
    const fresh = asIs(each)
    const { name, given, type, detected, isKept, leavesBlank } = earlier.get(fresh.source) ?? fresh
    return {
      ...fresh,
      isKept,
      ...(name !== given && { name }),
      ...(type !== detected && { type, leavesBlank }),
    }
  })
  return { of, columns, late: [] }
}

/**
 * The columns of a preview with corrections. After a change of settings, corrections remain for columns that still
 * exist.
 */
export function useCorrections(result: UploadPreview) {
  const [corrections, setCorrections] = useState<Corrections>(() => uncorrected(result))
  const { columns, late } = corrections.of === result ? corrections : carried(corrections, result)

  /** Updates columns for which the complete file contains other values than its beginning. */
  function takeLate(found: readonly TextColumn[]) {
    const sources = new Set(found.map(({ source }) => source))
    setCorrections((now) => {
      const before = now.of === result ? now : carried(now, result)
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
