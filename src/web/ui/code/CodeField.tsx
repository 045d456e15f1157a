import { lazy, Suspense } from 'react'
import { RegionBoundary } from '../RegionBoundary.tsx'
import css from './CodeField.module.css'

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

/** A field for code; the editor's code loads with the first one, and a plain field stands in for it. */
export function CodeField(props: CodeFieldProps) {
  const plain = <PlainField {...props} />
  return (
    <RegionBoundary>
      <Suspense fallback={plain}>
        <CodeEditor {...props} />
      </Suspense>
    </RegionBoundary>
  )
}

function PlainField({ label, value, onChange, invalid, fill, autoFocus }: CodeFieldProps) {
  return (
    <textarea
      aria-label={label}
      aria-invalid={invalid || undefined}
      className={css.plain}
      data-fill={fill ? '' : undefined}
      spellCheck={false}
      // biome-ignore lint/a11y/noAutofocus: only where it was opened to be written in
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
