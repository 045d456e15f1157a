import { skipToken, useQuery } from '@tanstack/react-query'
import { GenericType } from '../../model/dataset/dataset.ts'
import { datasetColumnsQuery } from '../api/datasets.ts'
import { canDrillBy } from './canDrill.ts'

/** A column that the rows of a chart can be grouped by. */
export interface Dimension {
  name: string
  title: string
  type: GenericType
}

export interface Dimensions {
  /** absent until they are loaded */
  columns: Dimension[] | undefined
  isFailed: boolean
}

/** The columns of a chart's dataset that its rows can be grouped by, by title. */
export function useDimensions(formData: Record<string, unknown>): Dimensions {
  // "7__table"
  const options = datasetColumnsQuery(Number.parseInt(String(formData['datasource']), 10))
  const { data, isError } = useQuery(canDrillBy(formData) ? options : { ...options, queryFn: skipToken })
  return {
    isFailed: isError,
    columns: data
      ?.filter(({ groupby }) => groupby)
      .map(({ column_name: name, verbose_name, is_dttm, type_generic }) => ({
        name,
        title: verbose_name || name,
        type: is_dttm ? GenericType.temporal : (type_generic ?? GenericType.string),
      }))
      .toSorted((one, other) => one.title.localeCompare(other.title)),
  }
}
