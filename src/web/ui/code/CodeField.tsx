import { lazy, type RefObject, Suspense, useRef } from 'react'
import { RegionBoundary } from '../RegionBoundary.tsx'
import css from './CodeField.module.css'
import { type Caret, PlainCode } from './PlainCode.tsx'

const CodeEditor = lazy(() => import('./CodeEditor.tsx'))

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

/** A field for code; the editor's code loads with the first one, and a plain field stands in for it. */
export function CodeField(props: CodeFieldProps) {
  const { label, value, onChange, onBlur, invalid, fill, autoFocus } = props
  const caret = useRef<Caret>(undefined)
  const plain = (
    <PlainCode
      className={css.plain}
      data-fill={fill ? '' : undefined}
      aria-invalid={invalid || undefined}
      // biome-ignore lint/a11y/noAutofocus: only where it was opened to be written in
      autoFocus={autoFocus}
      label={label}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      caret={caret}
    />
  )
  return (
    <RegionBoundary>
      <Suspense fallback={plain}>
        <CodeEditor {...props} caret={caret} />
      </Suspense>
    </RegionBoundary>
  )
}
