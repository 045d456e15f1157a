import { GenericType } from '../../../../model/dataset/dataset.ts'
import type { ExploreDataset } from '../../../api/explore.ts'
import type { DragItem } from '../../../controls/dragItem.ts'
import { typeOfColumn } from '../../../controls/source.ts'
import type { IconKind } from '../../../controls/TypeIcon.tsx'

/** A row of the source panel. */
export interface SourceEntry extends DragItem {
  label: string
  icon: IconKind
  description: string | null
  expression: string | null
  isCalculated: boolean
  /** the dataset's main time column */
  isMain: boolean
  certifiedBy: string | null
  certificationDetails: string | null
  warning: string | null
}

/** The metrics (certified first) and columns (temporal first, then certified) that contain the search text. */
export function sourceEntries(dataset: ExploreDataset, search: string) {
  const needle = search.trim().toLowerCase()
  const matches = (...texts: (string | null)[]) =>
    needle === '' || texts.some((text) => text?.toLowerCase().includes(needle))
  const metrics = dataset.metrics
    .filter((metric) => matches(metric.metric_name, metric.verbose_name, metric.description, metric.expression))
    .map(
      (metric): SourceEntry => ({
        kind: 'metric',
        name: metric.metric_name,
        label: metric.verbose_name || metric.metric_name,
        icon: 'metric',
        description: metric.description,
        expression: metric.expression,
        isCalculated: false,
        isMain: false,
        certifiedBy: metric.certified_by ?? null,
        certificationDetails: metric.certification_details ?? null,
        warning: metric.warning_markdown || metric.warning_text || null,
      }),
    )
  const columns = dataset.columns
    .filter((column) => matches(column.column_name, column.verbose_name, column.description, column.expression))
    .map(
      (column): SourceEntry => ({
        kind: 'column',
        name: column.column_name,
        label: column.verbose_name || column.column_name,
        icon: typeOfColumn(column),
        description: column.description,
        expression: column.expression || null,
        isCalculated: Boolean(column.expression),
        isMain: column.column_name === dataset.main_dttm_col,
        certifiedBy: column.certified_by ?? null,
        certificationDetails: column.certification_details ?? null,
        warning: column.warning_markdown ?? null,
      }),
    )
  const rank = (entry: SourceEntry) => (entry.icon === GenericType.temporal ? 0 : 2) - (entry.certifiedBy ? 1 : 0)
  return {
    metrics: metrics.toSorted((one, other) => Number(Boolean(other.certifiedBy)) - Number(Boolean(one.certifiedBy))),
    columns: columns.toSorted((one, other) => rank(one) - rank(other)),
  }
}
