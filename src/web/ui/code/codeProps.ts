import type { RefObject } from 'react'
import type { Caret } from './PlainCode.tsx'

export interface CodeFieldProps {
  label: string
  language: 'css' | 'markdown' | 'json'
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  onEscape?: () => void
  autoFocus?: boolean
  invalid?: boolean
  /** as high as its place, without a border of its own */
  fill?: boolean
}

export interface CodeEditorProps extends CodeFieldProps {
  /** where one was writing in the plain field that stood in for it */
  caret: RefObject<Caret | undefined>
}
