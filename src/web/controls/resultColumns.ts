import { GenericType } from '../../model/dataset/dataset.ts'
import type { ExploreForm } from '../../model/explore/exploreState.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import type { QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'
import type { ExploreDataset } from '../api/explore.ts'
import { listOf } from './listEdits.ts'
import { findColumn, shownName, typeOfColumn, useControlForm, useControlSource } from './source.ts'

export interface ResultColumn {
  /** its name in the result */
  name: string
  label: string
  type: GenericType
}

/** The columns of the chart's result that follow from its controls. */
export function useResultColumns(): ResultColumn[] {
  const { dataset } = useControlSource()
  return resultColumns(dataset, useControlForm())
}

function resultColumns(dataset: ExploreDataset, form: ExploreForm): ResultColumn[] {
  const isRaw = form['query_mode'] === 'raw'
  const dimensions = listOf<QueryColumn>(isRaw ? form['all_columns'] : form['groupby'])
  const metrics = isRaw ? [] : [...listOf<QueryMetric>(form['metrics']), ...listOf<QueryMetric>(form['metric'])]
  const shares = isRaw ? [] : listOf<QueryMetric>(form['percent_metrics'])
  const labelOf = (name: string) => shownName(dataset, name)
  return [
    ...dimensions.map((column) => {
      const name = columnLabel(column)
      const known = typeof column === 'string' ? findColumn(dataset, column) : undefined
      return { name, label: labelOf(name), type: known ? typeOfColumn(known) : GenericType.string }
    }),
    ...metrics.map(metricLabel).map((name) => ({ name, label: labelOf(name), type: GenericType.numeric })),
    ...shares
      .map(metricLabel)
      .map((name) => ({ name: `%${name}`, label: `% ${labelOf(name)}`, type: GenericType.numeric })),
  ]
}
