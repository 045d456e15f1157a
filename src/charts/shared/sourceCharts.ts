import type { QueryObject } from '../../model/query/queryObject.ts'
import type { ChartDatasource, ShownType } from './contract.ts'

/** A saved chart whose data another one draws. */
export interface SourceChart {
  id: number
  name: string
  /** for types that draw it as it is */
  type?: ShownType
  /** in the current format */
  formData: Record<string, unknown>
  /** of its dataset: saved metrics have their labels */
  datasource?: ChartDatasource
}

/** A saved chart that could not be loaded. */
export interface MissingChart {
  id: number
  message: string
}

/** A chart draws no more others: each is a query. */
export const mostSourceCharts = 50

/** The query of a chart without its own limits, for types that add a dimension to it. */
export const withoutLimits = (query: QueryObject): QueryObject => ({ ...query, row_limit: 0, series_limit: 0 })

/** What the page adds to the form data of a type that draws other charts. */
export interface SourceCharts {
  /** in the order of the results */
  source_charts?: SourceChart[]
  /** if the type draws the others without them */
  missing_charts?: MissingChart[]
}
