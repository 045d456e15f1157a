import { lazy } from 'react'
import { LazyPart } from '../ui/LazyPart.tsx'
import type { DrillProps } from './drillSource.ts'

const DrillToDetail = lazy(() => import('./DrillToDetail.tsx'))
const DrillBy = lazy(() => import('./DrillBy.tsx'))
const Explain = lazy(() => import('./Explain.tsx'))

/** What the menu of a mark opened. */
export function DrillDialog({ by, against, ...props }: DrillProps) {
  return (
    <LazyPart onClose={props.onClose}>
      {against !== undefined ? (
        <Explain {...props} against={against} />
      ) : by !== undefined ? (
        <DrillBy {...props} by={by} />
      ) : (
        <DrillToDetail {...props} />
      )}
    </LazyPart>
  )
}
