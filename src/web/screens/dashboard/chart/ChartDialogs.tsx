import { lazy } from 'react'
import type { OpenDrill } from '../../../drill/drillSource.ts'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import type { ChartDialogProps } from './chartDialogProps.ts'

export type OpenChartDialog = 'query' | 'table' | 'scoping' | OpenDrill

const ChartQuery = lazy(() => import('./ChartQuery.tsx'))
const ChartRows = lazy(() => import('./ChartRows.tsx'))
const ChartScoping = lazy(() => import('./ChartScoping.tsx'))
const ViewAsTable = lazy(() => import('./ViewAsTable.tsx'))

/** The dialogs of a chart, loaded when one is opened. */
export function ChartDialogs({ open, ...props }: ChartDialogProps & { open: OpenChartDialog | undefined }) {
  if (!open) return null
  return (
    <LazyPart onClose={props.onClose}>
      {open === 'query' ? (
        <ChartQuery {...props} />
      ) : open === 'table' ? (
        <ViewAsTable {...props} />
      ) : open === 'scoping' ? (
        <ChartScoping {...props} />
      ) : (
        <ChartRows {...props} opened={open} />
      )}
    </LazyPart>
  )
}
