import type { RefObject } from 'react'
import type { Caret } from '../../ui/code/PlainCode.tsx'

/** A name that is offered while one types. */
export interface SqlColumn {
  column_name: string
  type: string | null
  /** set on calculated ones */
  expression: string | null
}

export interface SqlInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** names that are offered while one types */
  columns: readonly SqlColumn[]
  /** what the database says of the text: the words that it means are marked */
  fault?: string
  /** nothing can be written */
  disabled?: boolean
}

export interface SqlEditorProps extends SqlInputProps {
  /** where one was writing in the plain field that stood in for it */
  caret: RefObject<Caret | undefined>
}
