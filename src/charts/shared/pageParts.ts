import { createContext, type FunctionComponent } from 'react'
import type { ChartData } from '../../model/query/chartData.ts'
import type { ChartDatasource, ShownType } from './contract.ts'
import type { ChartMode } from './theme.ts'

/** A chart inside another one. */
export interface PartOfChart {
  type: ShownType
  formData: Record<string, unknown>
  data: ChartData[]
  datasource: ChartDatasource
  title: string
  /** the colors of labels that other charts around it have as well */
  labelColors?: Record<string, string>
  /** the theme of what is around the chart, if it is not that of the page */
  mode?: ChartMode
  asTable: false
}

/** Draws such charts; provided by the page that shows the surrounding chart. */
export const PartChart = createContext<FunctionComponent<PartOfChart> | null>(null)

/**
 * Receives the controls that a chart changes itself, such as the viewport of a map that a user moved. null on pages that
 * only show charts.
 */
export const ControlWriter = createContext<((controls: Record<string, unknown>) => void) | null>(null)
