import { lazy, type RefObject, Suspense, useRef } from 'react'
import { type Caret, PlainCode } from '../../ui/code/PlainCode.tsx'
import { RegionBoundary } from '../../ui/RegionBoundary.tsx'
import type { SqlColumn } from './SqlEditor.tsx'
import css from './SqlField.module.css'

const SqlEditor = lazy(() => import('./SqlEditor.tsx'))

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

/** SQL text; the editor's code loads with the first one, and a plain field stands in for it. */
export function SqlInput(props: SqlInputProps) {
  const { label, value, onChange, disabled } = props
  const caret = useRef<Caret>(undefined)
  const plain = (
    <PlainCode
      className={css.area}
      rows={4}
      label={label}
      value={value}
      onChange={onChange}
      disabled={disabled}
      caret={caret}
    />
  )
  if (disabled) return plain
  return (
    <RegionBoundary>
      <Suspense fallback={plain}>
        <SqlEditor {...props} caret={caret} />
      </Suspense>
    </RegionBoundary>
  )
}
