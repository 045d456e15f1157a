import { skipToken, useQuery } from '@tanstack/react-query'
import type { ChartDatasource } from '../../charts/shared/contract.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import { type Hierarchy, hierarchiesOf } from '../../model/dataset/hierarchies.ts'
import { datasetColumnsQuery } from '../api/datasets.ts'
import { compareNames } from '../ui/compareNames.ts'
import { canDrillBy } from './canDrill.ts'

/** A column by which the rows of a chart can be grouped. */
export interface Dimension {
  name: string
  title: string
  type: GenericType
}

export interface Dimensions {
  /** absent until they are loaded */
  columns: Dimension[] | undefined
  hierarchies: Hierarchy[]
  isFailed: boolean
}

/** The columns of a chart's dataset by which its rows can be grouped, sorted by title, and its hierarchies. */
export function useDimensions(formData: Record<string, unknown>): Dimensions {
  // "7__table"
  const options = datasetColumnsQuery(Number.parseInt(String(formData['datasource']), 10))
  const { data, isError } = useQuery(canDrillBy(formData) ? options : { ...options, queryFn: skipToken })
  return {
    isFailed: isError,
    hierarchies: hierarchiesOf(data?.extra ?? null),
    columns: data?.columns
      .filter(({ groupby }) => groupby)
      .map(({ column_name: name, verbose_name, is_dttm, type_generic }) => ({
        name,
        title: verbose_name || name,
        type: is_dttm ? GenericType.temporal : (type_generic ?? GenericType.string),
      }))
      .toSorted((one, other) => compareNames(one.title, other.title)),
  }
}

/** A datasource with all columns of its dataset: charts of a dashboard know only those that they use. */
export function withColumns(datasource: ChartDatasource, { columns = [] }: Dimensions): ChartDatasource {
  return {
    ...datasource,
    verboseMap: { ...datasource.verboseMap, ...Object.fromEntries(columns.map(({ name, title }) => [name, title])) },
    columnTypes: { ...datasource.columnTypes, ...Object.fromEntries(columns.map(({ name, type }) => [name, type])) },
  }
}
