import type { ReactNode } from 'react'
import type { ScaleOf } from '../../charts/shared/color/index.ts'
import type { ChartDatasource, MarkMenu, PictureRef, ShownType } from '../../charts/shared/contract.ts'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { ThemeMode } from '../ui/theme.ts'

export interface ChartViewProps {
  /** null if the type is not supported */
  type: ShownType | null
  /** in the current format, with all defaults */
  formData: Record<string, unknown>
  /** one entry per query */
  data: ChartData[]
  datasource: ChartDatasource
  title: string
  /** the dashboard's colors by label; they take precedence over the chart's own */
  labelColors?: Record<string, string>
  /** colors of labels shared with the other charts of the dashboard; a new function after they were reassigned */
  scaleOf?: ScaleOf
  /** the dashboard's color scheme; it takes precedence over the chart's own */
  colorScheme?: string
  filterState?: DataMask['filterState']
  ownState?: Record<string, unknown>
  /** absent if cross-filters are disabled */
  onDataMask?: (mask: DataMask) => void
  onOwnState?: (state: Record<string, unknown>) => void
  onMarkContextMenu?: (menu: MarkMenu) => void
  mode?: ThemeMode
  /** a newer result is being loaded: the current rendering stays, dimmed */
  busy?: boolean
  /** output of the dashboard's filters, for types that draw other charts */
  extraFormData?: Record<string, unknown>
  /** replaces the default message if there are no rows */
  emptyMessage?: ReactNode
  /** shows rows instead of the chart; if absent, the user can switch */
  asTable?: boolean
  /**
   * What the chart leaves out, in one line; a mark below the chart and its tooltips show it. Null while that is being
   * counted: the space for the mark is reserved then, so that the chart is not drawn twice.
   */
  leftOut?: string | null
  /** shown until the chart is drawn: its code loads with the first chart of a type */
  waiting?: ReactNode
  /** receives the drawn element, to save it as an image */
  picture?: PictureRef
}
