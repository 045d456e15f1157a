import { useState } from 'react'
import type { QueryMetric } from '../../../model/query/queryObject.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { EditorFrame } from '../EditorFrame.tsx'
import { shownName, typeOfColumn, useControlSource } from '../source.ts'
import { SqlField } from '../sql/SqlField.tsx'
import { TypeIcon } from '../TypeIcon.tsx'
import { MetricPreview, useMetricAnswer } from './MetricPreview.tsx'
import {
  AGGREGATES,
  draftTitle,
  type MetricTab,
  metricDraft,
  metricOf,
  sameMetric,
  simpleAsSql,
} from './metricDraft.ts'

const texts = defineTexts('control.metric', {
  mine: 'My metric',
  saved: 'Saved',
  simple: 'Simple',
  sql: 'Custom SQL',
  savedMetric: 'Saved metric',
  savedCount: '{count} saved metric(s)',
  noSaved: 'No saved metrics found',
  noSavedText: 'Add metrics to dataset in "Edit datasource" modal',
  column: 'column',
  columnCount: '{count} column(s)',
  aggregate: 'aggregate',
  aggregateCount: '{count} aggregates(s)',
  noSimple: 'Simple ad-hoc metrics are not enabled for this dataset',
  noSql: 'Custom SQL ad-hoc metrics are not enabled for this dataset',
})

export interface MetricEditorProps {
  metric: QueryMetric | undefined
  onSave: (metric: QueryMetric) => void
  onClose: () => void
}

/** Edits a metric in one of three ways: a saved metric, an aggregate of a column, or SQL. */
export function MetricEditor({ metric, onSave, onClose }: MetricEditorProps) {
  const t = useText()
  const { dataset } = useControlSource()
  const { columns, metrics } = dataset
  const [draft, setDraft] = useState(() => metricDraft(metric, metrics.length > 0))
  const [tab, setTab] = useState<MetricTab>(draft.way)
  const [optionName] = useState(() => `metric_${Math.random().toString(36).slice(2, 13)}`)
  const result = metricOf(draft, columns, optionName)
  const answer = useMetricAnswer(result)
  const isClosed = disallowsAdhoc(dataset.extra)

  function openTab(next: string) {
    setTab(next as MetricTab)
    if (next === 'sql' && draft.sql === '' && draft.way === 'simple') {
      setDraft({ ...draft, way: 'sql', sql: simpleAsSql(draft, columns) })
    }
  }

  const title =
    draftTitle(draft.way === 'saved' && tab !== 'saved' ? { ...draft, way: tab } : draft, columns) ?? t(texts.mine)
  return (
    <EditorFrame
      title={tab === 'saved' && draft.saved ? shownName(dataset, draft.saved) : title}
      onTitle={tab === 'saved' ? undefined : (label) => setDraft({ ...draft, label: label.trim() || undefined })}
      tab={tab}
      onTab={openTab}
      canSave={result !== undefined && !sameMetric(result, metric)}
      onSave={() => result !== undefined && onSave(result)}
      onClose={onClose}
      note={result === undefined ? null : <MetricPreview answer={answer} />}
      tabs={[
        {
          value: 'saved',
          label: t(texts.saved),
          content:
            metrics.length === 0 ? (
              <EmptyState size="small" picture={false} title={t(texts.noSaved)} text={t(texts.noSavedText)} />
            ) : (
              <Field label={t(texts.savedMetric)}>
                <Select
                  label={t(texts.savedMetric)}
                  placeholder={t(texts.savedCount, { count: metrics.length })}
                  clearable
                  searchable
                  options={metrics.map((saved) => ({
                    value: saved.metric_name,
                    label: saved.verbose_name || saved.metric_name,
                    hint: saved.expression,
                    icon: <TypeIcon kind="metric" />,
                  }))}
                  value={draft.saved}
                  onChange={(saved) =>
                    setDraft({ ...draft, way: 'saved', saved, column: undefined, aggregate: undefined, sql: '' })
                  }
                />
              </Field>
            ),
        },
        {
          value: 'simple',
          label: t(texts.simple),
          disabledReason: isClosed ? t(texts.noSimple) : undefined,
          content: (
            <>
              <Field label={t(texts.column)}>
                <Select
                  label={t(texts.column)}
                  placeholder={t(texts.columnCount, { count: columns.length })}
                  clearable
                  searchable
                  options={columns.map((column) => ({
                    value: column.column_name,
                    label: column.verbose_name || column.column_name,
                    icon: <TypeIcon kind={typeOfColumn(column)} />,
                  }))}
                  value={draft.column}
                  onChange={(column) => setDraft({ ...draft, way: 'simple', column, saved: undefined, sql: '' })}
                />
              </Field>
              <Field label={t(texts.aggregate)}>
                <Select
                  label={t(texts.aggregate)}
                  placeholder={t(texts.aggregateCount, { count: AGGREGATES.length })}
                  clearable
                  options={AGGREGATES.map((aggregate) => ({ value: aggregate, label: aggregate }))}
                  value={draft.aggregate}
                  onChange={(aggregate) => setDraft({ ...draft, way: 'simple', aggregate, saved: undefined, sql: '' })}
                />
              </Field>
            </>
          ),
        },
        {
          value: 'sql',
          label: t(texts.sql),
          disabledReason: isClosed ? t(texts.noSql) : undefined,
          content: (
            <SqlField
              fault={answer.fault}
              label={t(texts.sql)}
              value={draft.sql}
              onChange={(sql) =>
                setDraft({ ...draft, way: 'sql', sql, saved: undefined, column: undefined, aggregate: undefined })
              }
            />
          ),
        },
      ]}
    />
  )
}

/** Whether the dataset allows only its saved metrics. */
function disallowsAdhoc(extra: string | null | undefined): boolean {
  try {
    return (JSON.parse(extra ?? '{}') as { disallow_adhoc_metrics?: unknown } | null)?.disallow_adhoc_metrics === true
  } catch {
    return false
  }
}
