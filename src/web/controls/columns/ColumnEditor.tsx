import { useState } from 'react'
import { sameJson } from '../../../model/dashboard/dashboardState.ts'
import type { QueryColumn } from '../../../model/query/queryObject.ts'
import type { ExploreColumn } from '../../api/explore.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { EditorFrame } from '../EditorFrame.tsx'
import { shownName, typeOfColumn, useControlSource } from '../source.ts'
import { CheckedSql } from '../sql/CheckedSql.tsx'
import { TypeIcon } from '../TypeIcon.tsx'

const texts = defineTexts('control.column', {
  mine: 'My column',
  saved: 'Saved',
  simple: 'Simple',
  sql: 'Custom SQL',
  savedLabel: 'Saved expressions',
  noSaved: 'No saved expressions found',
  column: 'Column',
  columnCount: '{count} column(s)',
})

type Way = 'saved' | 'simple' | 'sql'

export interface ColumnEditorProps {
  column: QueryColumn | undefined
  /** names of other selected columns */
  taken: readonly string[]
  onSave: (column: QueryColumn) => void
  onClose: () => void
}

/** Edits a column in one of three ways: a calculated column of the dataset, any of its columns, or SQL. */
export function ColumnEditor({ column, taken, onSave, onClose }: ColumnEditorProps) {
  const t = useText()
  const { dataset } = useControlSource()
  const calculated = dataset.columns.filter((each) => each.expression)
  const plain = dataset.columns.filter((each) => !each.expression)
  const [start] = useState(() => startOf(column, plain, calculated))
  const [tab, setTab] = useState<Way>(start.way)
  const [way, setWay] = useState<Way>(start.way)
  const [name, setName] = useState(start.name)
  const [sql, setSql] = useState(start.sql)
  const [label, setLabel] = useState(start.label)

  const result: QueryColumn | undefined =
    way === 'sql'
      ? sql.trim() === ''
        ? undefined
        : {
            ...(typeof column === 'object' ? column : {}),
            label: label ?? t(texts.mine),
            sqlExpression: sql.trim(),
            expressionType: 'SQL',
          }
      : name

  const choose = (from: readonly ExploreColumn[], chosenWay: Way) => (
    <Select
      label={t(chosenWay === 'saved' ? texts.savedLabel : texts.column)}
      placeholder={t(texts.columnCount, { count: from.length })}
      searchable
      clearable
      options={from.map((each) => ({
        value: each.column_name,
        label: each.verbose_name || each.column_name,
        hint: each.expression || undefined,
        icon: <TypeIcon kind={typeOfColumn(each)} />,
        disabled: taken.includes(each.column_name),
      }))}
      value={from.some((each) => each.column_name === name) ? name : undefined}
      onChange={(next) => {
        setWay(chosenWay)
        setName(next)
      }}
    />
  )

  const shown =
    tab === 'sql' ? (label ?? t(texts.mine)) : name === undefined ? t(texts.column) : shownName(dataset, name)
  return (
    <EditorFrame
      title={shown}
      onTitle={tab === 'sql' ? (next) => setLabel(next.trim() || undefined) : undefined}
      tab={tab}
      onTab={(next) => {
        setTab(next as Way)
        if (next === 'sql' && sql === '' && name !== undefined)
          setSql(/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)
      }}
      canSave={result !== undefined && !sameJson(result, column)}
      onSave={() => result !== undefined && onSave(result)}
      onClose={onClose}
      tabs={[
        {
          value: 'saved',
          label: t(texts.saved),
          content:
            calculated.length === 0 ? (
              <EmptyState size="small" picture={false} title={t(texts.noSaved)} />
            ) : (
              <Field label={t(texts.savedLabel)}>{choose(calculated, 'saved')}</Field>
            ),
        },
        {
          value: 'simple',
          label: t(texts.simple),
          content: <Field label={t(texts.column)}>{choose([...plain, ...calculated], 'simple')}</Field>,
        },
        {
          value: 'sql',
          label: t(texts.sql),
          content: (
            <CheckedSql
              use="column"
              label={t(texts.sql)}
              value={sql}
              onChange={(next) => {
                setWay('sql')
                setSql(next)
              }}
            />
          ),
        },
      ]}
    />
  )
}

function startOf(
  column: QueryColumn | undefined,
  plain: readonly ExploreColumn[],
  calculated: readonly ExploreColumn[],
) {
  if (typeof column === 'object') {
    return { way: 'sql' as Way, name: undefined, sql: column.sqlExpression, label: column.label ?? undefined }
  }
  const isSaved =
    column === undefined
      ? plain.length === 0 && calculated.length > 0
      : calculated.some((each) => each.column_name === column)
  return { way: (isSaved ? 'saved' : 'simple') as Way, name: column, sql: '', label: undefined }
}
