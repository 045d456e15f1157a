import type { DatasetNames } from '../../../../model/exploreStateDataset.ts'
import type { ExploreDataset } from '../../../api/explore.ts'

/** What a dataset offers to controls, by name; its main time first among the times. */
export function namesOf({ columns, metrics, main_dttm_col: main }: ExploreDataset): DatasetNames {
  const times = columns.filter((column) => column.is_dttm).map((column) => column.column_name)
  return {
    columns: columns.map((column) => column.column_name),
    metrics: metrics.map((metric) => metric.metric_name),
    temporalColumns: main !== null && times.includes(main) ? [main, ...times.filter((name) => name !== main)] : times,
  }
}
