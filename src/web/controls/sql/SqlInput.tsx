import { lazy, Suspense, useRef } from 'react'
import { type Caret, PlainCode } from '../../ui/code/PlainCode.tsx'
import { RegionBoundary } from '../../ui/RegionBoundary.tsx'
import css from './SqlField.module.css'
import type { SqlInputProps } from './sqlProps.ts'

const SqlEditor = lazy(() => import('./SqlEditor.tsx'))

/** SQL text. The editor is loaded when it is first shown; until then it is a plain field. */
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
