import { lazy } from 'react'
import { LazyPart } from '../ui/LazyPart.tsx'
import type { DrillProps } from './drillSource.ts'

const DrillToDetail = lazy(() => import('./DrillToDetail.tsx'))
const DrillBy = lazy(() => import('./DrillBy.tsx'))
const Explain = lazy(() => import('./Explain.tsx'))
const GoToTarget = lazy(() => import('./GoToTarget.tsx'))

/** The dialog that was opened from the menu of a mark. */
export function DrillDialog({ by, against, goTo, ...props }: DrillProps) {
  return (
    <LazyPart onClose={props.onClose}>
      {goTo !== undefined ? (
        <GoToTarget {...props} goTo={goTo} />
      ) : against !== undefined ? (
        <Explain {...props} against={against} />
      ) : by !== undefined ? (
        <DrillBy {...props} by={by} />
      ) : (
        <DrillToDetail {...props} />
      )}
    </LazyPart>
  )
}
