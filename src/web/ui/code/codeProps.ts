import type { RefObject } from 'react'
import type { Caret } from './PlainCode.tsx'

export interface CodeFieldProps {
  label: string
  language: 'css' | 'html' | 'markdown' | 'json'
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  onEscape?: () => void
  autoFocus?: boolean
  invalid?: boolean
  /** fills its container, without its own border */
  fill?: boolean
}

export interface CodeEditorProps extends CodeFieldProps {
  /** the selection of the plain field that was replaced */
  caret: RefObject<Caret | undefined>
}
