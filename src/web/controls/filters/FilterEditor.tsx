import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sameJson } from '../../../model/dashboard/dashboardState.ts'
import {
  FILTER_OPERATORS,
  type FilterOperatorId,
  isValidAdhocFilter,
  operatorOf,
} from '../../../model/query/adhocFilter.ts'
import { markedText, NULL_TEXT, sentValue } from '../../../model/query/markedText.ts'
import type { AdhocFilter } from '../../../model/query/queryObject.ts'
import { columnValuesQuery, sourceTypeOf } from '../../api/explore.ts'
import { partitionColumnQuery } from '../../api/partitions.ts'
import { compareNames } from '../../ui/compareNames.ts'
import { Field } from '../../ui/Field.tsx'
import { MultiSelect, Select, type SelectOption, type SelectValue } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, usePlainText, useText } from '../../ui/text.ts'
import { EditorFrame } from '../EditorFrame.tsx'
import { listOf } from '../listEdits.ts'
import { findColumn, shownName, typeOfColumn, useControlSource } from '../source.ts'
import { CheckedSql } from '../sql/CheckedSql.tsx'
import { TypeIcon } from '../TypeIcon.tsx'
import { TimeRangePicker } from '../timeRange/TimeRangePicker.tsx'
import {
  chooseOperator,
  operatorsOf,
  simpleSql,
  startFilter,
  typedValue,
  valueKind,
  withSubject,
  withTab,
} from './filterDraft.ts'
import { filterText } from './filterText.ts'
import { type AdvancedValue, allowedOperators, useAdvancedValue } from './useAdvancedValue.ts'

const texts = defineTexts('control.filter', {
  title: 'Filter',
  simple: 'Simple',
  sql: 'Custom SQL',
  column: 'Column',
  columnCount: '{count} column(s)',
  noColumn: 'No such column found. To filter on a metric, try the Custom SQL tab.',
  metricHint: 'To filter on a metric, use Custom SQL tab.',
  operator: 'Operator',
  operatorCount: '{count} operator(s)',
  value: 'Filter value',
  valueText: 'Filter value (case sensitive)',
  valueCount: '{count} option(s)',
  typeValue: 'Type a value here',
  timeRange: 'Time Range',
  clause: 'Clause',
  where: 'WHERE',
  whereHint: 'Filters by columns',
  having: 'HAVING',
  havingHint: 'Filters by metrics',
})

export interface FilterEditorProps {
  filter: AdhocFilter | undefined
  /** the filter is not in the control's list yet, so it can be saved unchanged */
  isNew: boolean
  onSave: (filter: AdhocFilter) => void
  onClose: () => void
}

/** Edits a filter: a column, an operator and a value, or SQL. */
export function FilterEditor({ filter, isNew, onSave, onClose }: FilterEditorProps) {
  const t = useText()
  const { dataset } = useControlSource()
  const [draft, setDraft] = useState(() => startFilter(filter))
  // the simple filter as SQL, when the tab was last changed
  const [written, setWritten] = useState(() =>
    draft.expressionType === 'SQL' ? simpleSql(draft, findColumn(dataset, draft.subject)) : undefined,
  )
  const isSql = draft.expressionType === 'SQL'
  const advanced = useAdvancedValue(draft, findColumn(dataset, draft.subject))
  const columns = dataset.columns
    .filter((each) => each.filterable !== false || each.column_name === draft.subject)
    .toSorted((one, other) => compareNames(one.column_name, other.column_name))

  const simple = (
    <>
      <Field label={t(texts.column)} help={t(texts.metricHint)}>
        <Select
          label={t(texts.column)}
          placeholder={t(texts.columnCount, { count: columns.length })}
          emptyText={t(texts.noColumn)}
          searchable
          options={columns.map((each) => ({
            value: each.column_name,
            label: each.verbose_name || each.column_name,
            icon: <TypeIcon kind={typeOfColumn(each)} />,
          }))}
          labelOf={(name) => String(name)}
          value={draft.subject ?? undefined}
          onChange={(name) => setDraft(withSubject(draft, name, dataset))}
        />
      </Field>
      {operatorOf(draft) === 'TEMPORAL_RANGE' ? (
        <Field label={t(texts.timeRange)}>
          <TimeRangePicker
            label={t(texts.timeRange)}
            column={draft.subject ? shownName(dataset, draft.subject) : undefined}
            value={draft.comparator === 'No filter' ? undefined : String(draft.comparator ?? '')}
            onChange={(range) => setDraft({ ...draft, comparator: range ?? 'No filter' })}
          />
        </Field>
      ) : (
        <OperatorAndValue draft={draft} advanced={advanced} onChange={setDraft} />
      )}
    </>
  )

  return (
    <EditorFrame
      title={draft.subject || isSql ? filterText(draft, (name) => shownName(dataset, name)) : t(texts.title)}
      tab={isSql ? 'sql' : 'simple'}
      onTab={(tab) => {
        const column = findColumn(dataset, draft.subject)
        setDraft(withTab(draft, tab === 'sql' ? 'sql' : 'simple', column, written))
        setWritten(simpleSql(draft, column))
      }}
      canSave={isValidAdhocFilter(draft) && advanced.error === undefined && (isNew || !sameJson(draft, filter))}
      onSave={() => onSave(cleaned(draft))}
      onClose={onClose}
      tabs={[
        { value: 'simple', label: t(texts.simple), content: simple },
        {
          value: 'sql',
          label: t(texts.sql),
          content: (
            <>
              <Select
                label={t(texts.clause)}
                options={[
                  { value: 'WHERE', label: t(texts.where), hint: t(texts.whereHint) },
                  { value: 'HAVING', label: t(texts.having), hint: t(texts.havingHint) },
                ]}
                value={draft.clause}
                onChange={(clause) => setDraft({ ...draft, clause: clause as AdhocFilter['clause'] })}
              />
              <CheckedSql
                use={draft.clause === 'HAVING' ? 'having' : 'where'}
                label={t(texts.sql)}
                value={draft.sqlExpression ?? ''}
                onChange={(sqlExpression) => setDraft({ ...draft, sqlExpression })}
              />
            </>
          ),
        },
      ]}
    />
  )
}

/** The filter to save, without values from the other tab. */
function cleaned(filter: AdhocFilter): AdhocFilter {
  if (operatorOf(filter) === 'LATEST_PARTITION') return filter
  if (filter.expressionType === 'SIMPLE') return { ...filter, sqlExpression: null }
  return { ...filter, subject: null, operator: null, operatorId: undefined, comparator: null }
}

interface OperatorAndValueProps {
  draft: AdhocFilter
  advanced: AdvancedValue
  onChange: (draft: AdhocFilter) => void
}

function OperatorAndValue({ draft, advanced, onChange }: OperatorAndValueProps) {
  const t = useText()
  const plain = usePlainText()
  const { dataset } = useControlSource()
  const column = findColumn(dataset, draft.subject)
  const partitionColumn = useQuery(partitionColumnQuery(dataset)).data ?? null
  const operators = allowedOperators(operatorsOf(draft, column, partitionColumn), advanced.operators, draft)
  const current = operatorOf(draft)
  const kind = valueKind(draft)
  const isOffered =
    dataset.id !== null &&
    sourceTypeOf(dataset) === 'table' &&
    column !== undefined &&
    dataset.filter_select !== false &&
    draft.clause === 'WHERE'
  const answer = useQuery({
    ...columnValuesQuery(dataset.id ?? 0, draft.subject ?? ''),
    enabled: isOffered && kind !== 'none',
  })
  const values = answer.data ?? []
  const options: SelectOption[] = values.map((value) => ({ value: sentValue(value), label: markedText(value) }))
  const placeholder = values.length > 0 ? t(texts.valueCount, { count: values.length }) : t(texts.valueText)
  return (
    <>
      <Field label={t(texts.operator)}>
        <Select
          label={t(texts.operator)}
          placeholder={t(texts.operatorCount, { count: operators.length })}
          disabled={draft.subject === null || draft.subject === undefined}
          options={operators.map((id) => ({ value: id, label: plain(FILTER_OPERATORS[id].label) }))}
          labelOf={(id) => plain(FILTER_OPERATORS[id as FilterOperatorId]?.label ?? '')}
          value={current}
          onChange={(id) =>
            id !== undefined && onChange(chooseOperator(draft, id as FilterOperatorId, dataset, column))
          }
        />
      </Field>
      <Field label={t(texts.value)} help={advanced.display} error={advanced.error}>
        {kind === 'none' ? (
          <TextField
            hideLabel
            disabled
            label={t(texts.value)}
            placeholder={t(texts.valueText)}
            value={textOf(draft.comparator)}
            onChange={() => undefined}
          />
        ) : kind === 'list' ? (
          <MultiSelect
            label={t(texts.value)}
            placeholder={placeholder}
            emptyText={t(texts.typeValue)}
            wrap
            allowNew
            loading={answer.isFetching}
            options={options}
            labelOf={(value) => (value === null ? NULL_TEXT : String(value))}
            value={listOf<SelectValue>(draft.comparator)}
            onChange={(chosen) => onChange({ ...draft, comparator: chosen.map((value) => typedValue(value, column)) })}
          />
        ) : values.length > 0 && current !== 'LIKE' && current !== 'ILIKE' ? (
          <Select
            label={t(texts.value)}
            placeholder={placeholder}
            clearable
            allowNew
            loading={answer.isFetching}
            options={options}
            value={(draft.comparator ?? undefined) as SelectValue | undefined}
            onChange={(chosen) => onChange({ ...draft, comparator: typedValue(chosen ?? null, column) })}
          />
        ) : (
          <TextField
            hideLabel
            label={t(texts.value)}
            placeholder={t(texts.valueText)}
            value={textOf(draft.comparator)}
            onChange={(text) => onChange({ ...draft, comparator: text === '' ? null : typedValue(text, column) })}
          />
        )}
      </Field>
    </>
  )
}

const textOf = (comparator: unknown) =>
  comparator === null || comparator === undefined ? '' : String(comparator as string | number | boolean)
