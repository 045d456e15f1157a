import { bareRecord } from '../../../../model/basics/ownValue.ts'
import { GenericType } from '../../../../model/dataset/dataset.ts'
import type { DatasetNames } from '../../../../model/explore/exploreStateDataset.ts'
import type { ExploreDataset } from '../../../api/explore.ts'

/** The names of a dataset's columns and metrics for controls. The main time column is the first temporal column. */
export function namesOf({ columns, metrics, main_dttm_col: main }: ExploreDataset): DatasetNames {
  const times = columns.filter((column) => column.is_dttm).map((column) => column.column_name)
  return {
    columns: columns.map((column) => column.column_name),
    metrics: metrics.map((metric) => metric.metric_name),
    temporalColumns: main !== null && times.includes(main) ? [main, ...times.filter((name) => name !== main)] : times,
  }
}

/**
 * The default formatting of raw rows: days without a time, and no bars behind numbers, which may be ids or years.
 * Metrics have separate settings and keep their bars.
 */
export function looksOf({ columns }: Pick<ExploreDataset, 'columns'>): Record<string, object> {
  const looks = bareRecord<object>()
  for (const { column_name, type, type_generic } of columns) {
    if (/^date(32)?$/i.test(type ?? '')) looks[column_name] = { d3TimeFormat: '%Y-%m-%d' }
    else if (type_generic === GenericType.numeric) looks[column_name] = { showCellBars: false }
  }
  return looks
}
