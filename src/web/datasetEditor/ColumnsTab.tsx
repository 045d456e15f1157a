import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GenericType } from '../../model/dataset/dataset.ts'
import { genericTypeOf } from '../../model/query/columnType.ts'
import { advancedTypesQuery } from '../api/advancedTypes.ts'
import { hasFlag } from '../api/bootstrap.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/select/Select.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { CertificationFields } from './CertificationFields.tsx'
import css from './DatasetEditor.module.css'
import { type ColumnDraft, isCalculated, newColumn, newKey } from './datasetDraft.ts'
import { DescriptionField, ExpressionField, LabelField, NameField } from './ItemFields.tsx'
import { ItemList } from './ItemList.tsx'
import { SyncButton } from './SyncButton.tsx'
import type { TabProps } from './tabs.ts'
import { useItems } from './useItems.ts'

const texts = defineTexts('datasetEditor.columns', {
  title: 'Columns',
  calculated: 'Calculated columns',
  search: 'Search columns',
  newColumn: "'<new column>'",
  column: 'Column',
  type: 'Data type',
  temporal: 'Is temporal',
  main: 'Default datetime',
  filterable: 'Is filterable',
  dimension: 'Is dimension',
  format: 'Datetime format',
  formatHelp:
    'Format of the stored times, for example %Y-%m-%d. Use epoch_s or epoch_ms for seconds or milliseconds since 1970.',
  advanced: 'Advanced data type',
  advancedHelp: 'Filters on the column accept values of this type, for example a network or the name of a port.',
  of: '{what}: {name}',
})

const marks = [
  ['is_dttm', texts.temporal],
  ['filterable', texts.filterable],
  ['groupby', texts.dimension],
] as const

const types = ['STRING', 'NUMERIC', 'DATETIME', 'BOOLEAN'].map((value) => ({ value, label: value }))
const formats = ['%Y-%m-%d', '%Y-%m-%d %H:%M:%S', 'epoch_s', 'epoch_ms'].map((value) => ({ value, label: value }))

const sortTexts = {
  name: ({ column_name }: ColumnDraft) => column_name,
  type: ({ type }: ColumnDraft) => type ?? '',
  is_dttm: ({ is_dttm }: ColumnDraft) => String(is_dttm),
  filterable: ({ filterable }: ColumnDraft) => String(filterable),
  groupby: ({ groupby }: ColumnDraft) => String(groupby),
}

interface ColumnsTabProps extends TabProps {
  /** calculated columns, or columns of the source */
  calculated: boolean
  /** whether the source was changed and not saved: its columns are not known yet */
  isSourceChanged: boolean
}

/** Columns with their settings. */
export function ColumnsTab({ draft, onChange, wrongKeys, calculated, isSourceChanged }: ColumnsTabProps) {
  const t = useText()
  const columns = draft.columns.filter((column) => isCalculated(column) === calculated)
  const items = useItems(columns, ({ column_name, verbose_name }) => `${column_name} ${verbose_name ?? ''}`, sortTexts)
  const set = (key: string, change: Partial<ColumnDraft>) => onChange(withColumn(draft, key, change))

  function add() {
    const column = newColumn(newKey())
    onChange({ ...draft, columns: [column, ...draft.columns] })
    items.openFirst(column.key)
  }

  return (
    <ItemList
      label={t(calculated ? texts.calculated : texts.title)}
      searchLabel={t(texts.search)}
      items={items}
      wrongKeys={wrongKeys}
      nameHead={t(texts.column)}
      columns={[
        {
          head: t(texts.type),
          field: 'type',
          width: 130,
          quiet: true,
          cell: ({ type }) => <code className={css.code}>{type}</code>,
        },
        ...marks.map(([field, head]) => ({
          head: t(head),
          field,
          width: 110,
          cell: (column: ColumnDraft) => (
            <Checkbox
              hideLabel
              label={t(texts.of, { what: t(head), name: column.column_name })}
              checked={column[field]}
              onChange={(checked) => set(column.key, { [field]: checked })}
            />
          ),
        })),
        {
          head: t(texts.main),
          width: 130,
          cell: (column) => <MainTime draft={draft} column={column} onChange={onChange} />,
        },
      ]}
      rowOf={(column) => ({ name: column.column_name, placeholder: t(texts.newColumn), icon: iconOf(column) })}
      details={(column) => (
        <ColumnDetails draft={draft} column={column} onChange={(change) => set(column.key, change)}>
          <div className={css.narrow}>
            <Flags draft={draft} column={column} onChange={onChange} />
          </div>
        </ColumnDetails>
      )}
      onRemove={(column) => onChange(withoutColumn(draft, column))}
      onAdd={calculated ? add : undefined}
    >
      {calculated ? null : <SyncButton draft={draft} onChange={onChange} isSourceChanged={isSourceChanged} />}
    </ItemList>
  )
}

type Draft = TabProps['draft']

/** A column that is no longer temporal, or was renamed, is removed as the default datetime column. */
function withColumn(draft: Draft, key: string, change: Partial<ColumnDraft>): Draft {
  const before = draft.columns.find((column) => column.key === key)
  const columns = draft.columns.map((column) => (column.key === key ? { ...column, ...change } : column))
  const isMain = before !== undefined && before.column_name !== '' && before.column_name === draft.main_dttm_col
  if (!isMain) return { ...draft, columns }
  const main = change.is_dttm === false ? null : (change.column_name ?? draft.main_dttm_col)
  return { ...draft, columns, main_dttm_col: main }
}

function withoutColumn(draft: Draft, { key, column_name }: ColumnDraft): Draft {
  return {
    ...draft,
    columns: draft.columns.filter((column) => column.key !== key),
    main_dttm_col: draft.main_dttm_col === column_name ? null : draft.main_dttm_col,
  }
}

function iconOf(column: ColumnDraft) {
  if (isCalculated(column)) return 'sql'
  return column.is_dttm ? GenericType.temporal : (genericTypeOf(column.type) ?? GenericType.string)
}

interface ColumnProps {
  draft: Draft
  column: ColumnDraft
}

/** For narrow screens, on which the table has no room for its checkboxes. */
function Flags({ draft, column, onChange }: ColumnProps & Pick<TabProps, 'onChange'>) {
  const t = useText()
  return (
    <>
      {marks.map(([field, head]) => (
        <Checkbox
          key={field}
          label={t(head)}
          checked={column[field]}
          onChange={(checked) => onChange(withColumn(draft, column.key, { [field]: checked }))}
        />
      ))}
      {column.is_dttm ? (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio is inside
        <label className={css.mainTime}>
          <MainTime draft={draft} column={column} onChange={onChange} />
          {t(texts.main)}
        </label>
      ) : null}
    </>
  )
}

function MainTime({ draft, column, onChange }: ColumnProps & Pick<TabProps, 'onChange'>) {
  const t = useText()
  const { column_name: name } = column
  if (!column.is_dttm) return null
  return (
    <input
      type="radio"
      className={css.mark}
      aria-label={t(texts.of, { what: t(texts.main), name })}
      checked={name !== '' && draft.main_dttm_col === name}
      onChange={() => onChange({ ...draft, main_dttm_col: name })}
    />
  )
}

function AdvancedType({ column, onChange }: Pick<ColumnDetailsProps, 'column' | 'onChange'>) {
  const t = useText()
  const { data = [] } = useQuery(advancedTypesQuery)
  return (
    <Field label={t(texts.advanced)} help={t(texts.advancedHelp)}>
      <Select
        label={t(texts.of, { what: t(texts.advanced), name: column.column_name })}
        clearable
        options={data.map((value) => ({ value, label: value }))}
        labelOf={(value) => value}
        value={column.advanced_data_type ?? undefined}
        onChange={(type) => onChange({ advanced_data_type: type ?? null })}
      />
    </Field>
  )
}

interface ColumnDetailsProps extends ColumnProps {
  onChange: (change: Partial<ColumnDraft>) => void
  children: ReactNode
}

function ColumnDetails({ draft, column, onChange, children }: ColumnDetailsProps) {
  const t = useText()
  const { column_name: name } = column
  const calculated = isCalculated(column)
  return (
    <>
      {calculated ? (
        <NameField label={t(texts.column)} value={name} onChange={(text) => onChange({ column_name: text })} />
      ) : null}
      <LabelField value={column.verbose_name} onChange={(text) => onChange({ verbose_name: text })} />
      {calculated ? (
        <>
          <ExpressionField
            name={name}
            columns={draft.columns}
            value={column.expression ?? ''}
            onChange={(expression) => onChange({ expression })}
          />
          <Field label={t(texts.type)}>
            <Select
              label={t(texts.of, { what: t(texts.type), name })}
              clearable
              allowNew
              options={types}
              value={column.type ?? undefined}
              onChange={(type) => onChange({ type: type ?? null })}
            />
          </Field>
        </>
      ) : null}
      <DescriptionField value={column.description} onChange={(description) => onChange({ description })} />
      {column.is_dttm ? (
        <Field label={t(texts.format)} help={t(texts.formatHelp)}>
          <Select
            label={t(texts.of, { what: t(texts.format), name })}
            clearable
            allowNew
            options={formats}
            value={column.python_date_format ?? undefined}
            onChange={(format) => onChange({ python_date_format: format ?? null })}
          />
        </Field>
      ) : null}
      {hasFlag('ENABLE_ADVANCED_DATA_TYPES') ? <AdvancedType column={column} onChange={onChange} /> : null}
      <CertificationFields extra={column.extra} onChange={(extra) => onChange({ extra })} />
      {children}
    </>
  )
}
