import type { ChartDatasource } from '../../charts/shared/contract.ts'
import { bareRecord } from '../../model/basics/ownValue.ts'
import { GenericType } from '../../model/dataset/dataset.ts'

/** The parts of the contract's dataset object that drawing needs. */
export interface DrawnDataset {
  main_dttm_col: string | null
  verbose_map: Record<string, string>
  column_formats: Record<string, string>
  currency_formats?: Record<string, { symbol: string; symbolPosition: 'prefix' | 'suffix' }>
  columns: { column_name: string; type_generic: GenericType | null; is_dttm: boolean }[]
  database?: { disable_drill_to_detail?: boolean }
}

/** A dataset as charts use it. */
export function datasourceOf(dataset: DrawnDataset): ChartDatasource {
  return {
    verboseMap: bareRecord(dataset.verbose_map),
    columnFormats: bareRecord(dataset.column_formats),
    currencyFormats: bareRecord(dataset.currency_formats),
    columnTypes: bareRecord(
      Object.fromEntries(
        dataset.columns.map((column) => [
          column.column_name,
          column.is_dttm ? GenericType.temporal : (column.type_generic ?? GenericType.string),
        ]),
      ),
    ),
    mainDttmCol: dataset.main_dttm_col,
    ...(dataset.database?.disable_drill_to_detail && { hidesRows: true }),
  }
}

/**
 * A dataset as charts use it, from JSON. Its maps have no prototype, so that a lookup of `constructor` finds nothing.
 */
export const bareDatasource = (sent: ChartDatasource): ChartDatasource => ({
  ...sent,
  verboseMap: bareRecord(sent.verboseMap),
  columnFormats: bareRecord(sent.columnFormats),
  currencyFormats: bareRecord(sent.currencyFormats),
  columnTypes: bareRecord(sent.columnTypes),
})

type Datasources = ReadonlyMap<number, ChartDatasource>

/**
 * Merges the known datasets with those loaded later. Datasets of a dashboard are reduced to the columns of its saved
 * charts: columns loaded for a chart that was added later are kept, regardless of which response arrives last.
 */
export function joinDatasources(known: Datasources | undefined, found: Datasources): Datasources {
  if (!known) return found
  const joined = new Map(known)
  for (const [id, later] of found) {
    const earlier = known.get(id)
    joined.set(
      id,
      earlier
        ? {
            verboseMap: bareRecord({ ...earlier.verboseMap, ...later.verboseMap }),
            columnFormats: bareRecord({ ...earlier.columnFormats, ...later.columnFormats }),
            currencyFormats: bareRecord({ ...earlier.currencyFormats, ...later.currencyFormats }),
            columnTypes: bareRecord({ ...earlier.columnTypes, ...later.columnTypes }),
            mainDttmCol: later.mainDttmCol,
            ...(later.hidesRows && { hidesRows: true }),
          }
        : later,
    )
  }
  return joined
}
