import type { ReactNode } from 'react'
import type { ChartComponentProps } from '../../charts/shared/contract.ts'

/** What every picture of a chart gets. `kind` is the chart type's name; `waiting` is shown until the picture is there. */
export type DrawnProps = ChartComponentProps<Record<string, unknown>> & { kind: string; waiting?: ReactNode }
