import type { RefObject } from 'react'
import type { Caret } from '../../ui/code/PlainCode.tsx'

/** A name for completion. */
export interface SqlColumn {
  column_name: string
  type: string | null
  /** set for calculated columns */
  expression: string | null
}

export interface SqlInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** names for completion */
  columns: readonly SqlColumn[]
  /** the database's error for the text: the words that it refers to are underlined */
  fault?: string
  /** read-only */
  disabled?: boolean
}

export interface SqlEditorProps extends SqlInputProps {
  /** the cursor position in the plain field before the editor loaded */
  caret: RefObject<Caret | undefined>
}
