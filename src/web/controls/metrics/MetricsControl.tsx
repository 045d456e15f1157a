import { useState } from 'react'
import { aggregateFor, withMetricLabel } from '../../../model/query/adhocMetric.ts'
import { metricLabel } from '../../../model/query/labels.ts'
import type { AdhocMetric, QueryMetric } from '../../../model/query/queryObject.ts'
import type { ExploreDataset } from '../../api/explore.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import type { DragItem } from '../dragItem.ts'
import { listOf, moved, placed, without } from '../listEdits.ts'
import type { PillFace } from '../pills/Pill.tsx'
import { type OpenEditor, PillBox } from '../pills/PillBox.tsx'
import { type ControlProps, findColumn, findMetric, typeOfColumn, useControlSource } from '../source.ts'
import { MetricEditor } from './MetricEditor.tsx'

const texts = defineTexts('control.metrics', {
  one: 'Drop a column/metric here or click',
  many: 'Drop columns/metrics here or click',
  editor: 'Metric',
  incompatible: 'This metric might be incompatible with current dataset',
})

/** One metric or several, depending on the kind of control. */
export function MetricsControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const { dataset } = useControlSource()
  const [open, setOpen] = useState<OpenEditor>()
  const isMany = control.kind === 'metrics'
  const metrics = listOf<QueryMetric>(value)
  const set = (next: QueryMetric[]) => onChange(isMany ? next : next.at(-1))
  return (
    <PillBox
      control={control}
      errors={errors}
      pills={metrics.map((metric, index) => ({
        ...metricFace(metric, dataset, t(texts.incompatible)),
        key: `${index}:${metricLabel(metric)}`,
      }))}
      hint={t(isMany ? texts.many : texts.one)}
      isFull={!isMany && metrics.length > 0}
      open={open}
      onOpen={setOpen}
      editorLabel={t(texts.editor)}
      editorWidth={400}
      resizable
      editor={(at) => (
        <MetricEditor
          metric={at === 'new' ? undefined : metrics[at]}
          onClose={() => setOpen(undefined)}
          onSave={(metric) => {
            setOpen(undefined)
            set(placed(metrics, at, metric))
          }}
        />
      )}
      onRemove={(index) => set(without(metrics, index))}
      onMove={isMany ? (from, to) => set(moved(metrics, from, to)) : undefined}
      accepts={(item) => canTake(item, metrics)}
      onDropItem={(item) => {
        const metric = metricFromItem(item, dataset)
        if (metric !== undefined) set(isMany ? [...metrics, metric] : [metric])
      }}
    />
  )
}

const canTake = (item: DragItem, metrics: readonly QueryMetric[]) =>
  item.kind === 'column' || !metrics.includes(item.name)

/** The metric for a dropped item: a saved metric is used as it is, a column becomes an aggregate. */
export function metricFromItem(item: DragItem, dataset: ExploreDataset): QueryMetric | undefined {
  if (item.kind === 'metric') return item.name
  const column = findColumn(dataset, item.name)
  if (column === undefined) return undefined
  const metric: AdhocMetric = {
    expressionType: 'SIMPLE',
    column: { ...column },
    aggregate: aggregateFor(typeOfColumn(column)),
    sqlExpression: null,
    optionName: `metric_${Math.random().toString(36).slice(2, 13)}`,
  }
  return withMetricLabel(metric, '', column.verbose_name)
}

function metricFace(metric: QueryMetric, dataset: ExploreDataset, warning: string): Omit<PillFace, 'key'> {
  const label = metricLabel(metric)
  if (typeof metric === 'string') {
    const saved = findMetric(dataset, metric)
    return {
      label: saved?.verbose_name || metric,
      icon: 'metric',
      tooltip: saved?.expression,
      warning: saved ? undefined : warning,
    }
  }
  const adhoc = metric as AdhocMetric
  const name = adhoc.expressionType === 'SIMPLE' ? adhoc.column?.column_name : undefined
  const isLost = name !== undefined && !findColumn(dataset, name)
  return { label, icon: 'sql', tooltip: adhoc.sqlExpression ?? label, warning: isLost ? warning : undefined }
}
