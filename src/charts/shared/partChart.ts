import { createContext, type FunctionComponent } from 'react'
import type { ChartData } from '../../model/query/chartData.ts'
import type { ChartDatasource, ShownType } from './contract.ts'

/** A chart inside of another one. */
export interface PartOfChart {
  type: ShownType
  formData: Record<string, unknown>
  data: ChartData[]
  datasource: ChartDatasource
  title: string
  asTable: false
}

/** What draws such charts, on the page that shows the chart around them. */
export const PartChart = createContext<FunctionComponent<PartOfChart> | null>(null)
