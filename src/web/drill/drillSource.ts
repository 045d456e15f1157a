import type { ChartDatasource, DrillContext } from '../../charts/shared/contract.ts'
import type { ExtraFormData } from '../../model/dashboard/dataMask.ts'
import type { GoTo } from '../../model/dashboardLinks/goTo.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'

/** What the menu of a mark opens: its rows, a chart of its rows by another column, a comparison, or another page. */
export interface OpenDrill {
  /** no filters: all rows of the chart */
  drill: DrillContext
  /** the column to group by; absent: the rows */
  by?: string
  /** the mark to compare with */
  against?: DrillContext
  /** another dashboard or chart to open with the values of the mark */
  goTo?: GoTo
}

/** The chart whose rows are shown. */
export interface DrillSource {
  title: string
  /** in the current format */
  formData: Record<string, unknown>
  /** builds the chart's query context; null if its type is not supported */
  contextOf: () => Promise<QueryContext | null>
  /** what the dashboard adds to the chart's queries */
  extra: ExtraFormData
  datasource: ChartDatasource
  /** the chart's results */
  data: readonly ChartData[]
  /** absent without the permission, and in the builder itself */
  editHref?: string | undefined
  /** colors of the dashboard */
  colors?: { labelColors?: Record<string, string>; colorScheme?: string }
}

export type DrillProps = DrillSource & OpenDrill & { onClose: () => void }
