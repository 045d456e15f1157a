import { lazy, Suspense } from 'react'
import { RegionBoundary } from '../../ui/RegionBoundary.tsx'
import { useControlSource } from '../source.ts'
import css from './SqlField.module.css'

const SqlEditor = lazy(() => import('./SqlEditor.tsx'))

export interface SqlFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** An SQL expression over the dataset's columns; the editor's code loads with the first one. */
export function SqlField(props: SqlFieldProps) {
  const { dataset } = useControlSource()
  const plain = <PlainField {...props} />
  return (
    <RegionBoundary>
      <Suspense fallback={plain}>
        <SqlEditor {...props} columns={dataset.columns} />
      </Suspense>
    </RegionBoundary>
  )
}

function PlainField({ label, value, onChange }: SqlFieldProps) {
  return (
    <textarea
      aria-label={label}
      className={css.area}
      rows={4}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
