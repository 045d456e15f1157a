import { lazy, Suspense, useRef } from 'react'
import { RegionBoundary } from '../RegionBoundary.tsx'
import css from './CodeField.module.css'
import type { CodeFieldProps } from './codeProps.ts'
import { type Caret, PlainCode } from './PlainCode.tsx'

const CodeEditor = lazy(() => import('./CodeEditor.tsx'))

/** A field for code. The editor is loaded when it is first shown; until then it is a plain field. */
export function CodeField(props: CodeFieldProps) {
  const { label, value, onChange, onBlur, invalid, fill, autoFocus } = props
  const caret = useRef<Caret>(undefined)
  const plain = (
    <PlainCode
      className={css.plain}
      data-fill={fill ? '' : undefined}
      aria-invalid={invalid || undefined}
      // biome-ignore lint/a11y/noAutofocus: only if it was opened for writing
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
