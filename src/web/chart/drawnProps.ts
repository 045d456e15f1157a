import type { ReactNode } from 'react'
import type { ChartComponentProps } from '../../charts/shared/contract.ts'

/**
 * The props of every chart component. `kind` is the chart type's name; `waiting` is shown until the chart is drawn;
 * `leftOut` is what the chart leaves out, for its tooltips.
 */
export type DrawnProps = ChartComponentProps<Record<string, unknown>> & {
  kind: string
  waiting?: ReactNode
  leftOut?: string | undefined
}
