import type { QueryObject } from '../../model/query/queryObject.ts'
import type { ChartDatasource, ShownType } from './contract.ts'

/** A saved chart whose data another chart draws. */
export interface SourceChart {
  id: number
  name: string
  /** for types that draw the chart itself */
  type?: ShownType
  /** in the current format */
  formData: Record<string, unknown>
  /** properties of its dataset: saved metrics have their labels */
  datasource?: ChartDatasource
}

/** A saved chart that could not be loaded. */
export interface MissingChart {
  id: number
  message: string
}

/** The query of a chart without its own limits, for types that add a dimension to it. */
export const withoutLimits = (query: QueryObject): QueryObject => ({ ...query, row_limit: 0, series_limit: 0 })

/** Fields that the page adds to the form data of a type that draws other charts. */
export interface SourceCharts {
  /** in the order of the results */
  source_charts?: SourceChart[]
  /** if the type draws the other charts without those that could not be loaded */
  missing_charts?: MissingChart[]
}
