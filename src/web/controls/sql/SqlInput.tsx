import { lazy, Suspense } from 'react'
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

/** SQL text; the editor's code loads with the first one, and a plain field stands in for it. */
export function SqlInput(props: SqlInputProps) {
  const { label, value, onChange, disabled } = props
  const plain = (
    <textarea
      aria-label={label}
      className={css.area}
      rows={4}
      spellCheck={false}
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  if (disabled) return plain
  return (
    <RegionBoundary>
      <Suspense fallback={plain}>
        <SqlEditor {...props} />
      </Suspense>
    </RegionBoundary>
  )
}
