import type { ReactNode } from 'react'
import { genericTypeOf } from '../../model/columnType.ts'
import { GenericType } from '../../model/dataset.ts'
import { SqlInput } from '../controls/sql/SqlInput.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/select/Select.tsx'
import { Cell, HeadCell, Table } from '../ui/Table.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { CertificationFields } from './CertificationFields.tsx'
import css from './DatasetEditor.module.css'
import { type ColumnDraft, isCalculated, newColumn, newKey } from './datasetDraft.ts'
import { ItemRow } from './ItemRow.tsx'
import { ListHead } from './ListHead.tsx'
import { ShowAll } from './ShowAll.tsx'
import { SyncButton } from './SyncButton.tsx'
import { TextArea } from './TextArea.tsx'
import type { TabProps } from './tabs.ts'
import { useItems } from './useItems.ts'

const texts = defineTexts('datasetEditor.columns', {
  title: 'Columns',
  calculated: 'Calculated columns',
  search: 'Search columns',
  add: 'Add item',
  newColumn: "'<new column>'",
  column: 'Column',
  label: 'Label',
  type: 'Data type',
  expression: 'SQL expression',
  description: 'Description',
  temporal: 'Is temporal',
  main: 'Default datetime',
  filterable: 'Is filterable',
  dimension: 'Is dimension',
  format: 'Datetime format',
  formatHelp:
    'How times are written in it, such as %Y-%m-%d; epoch_s or epoch_ms for seconds or milliseconds since 1970.',
  of: '{what}: {name}',
})

const marks = [
  ['is_dttm', texts.temporal],
  ['filterable', texts.filterable],
  ['groupby', texts.dimension],
] as const

const types = ['STRING', 'NUMERIC', 'DATETIME', 'BOOLEAN'].map((value) => ({ value, label: value }))
const formats = ['%Y-%m-%d', '%Y-%m-%d %H:%M:%S', 'epoch_s', 'epoch_ms'].map((value) => ({ value, label: value }))

interface ColumnsTabProps extends TabProps {
  /** calculated columns, or those of the source */
  calculated: boolean
  /** the source was changed and not saved: it has no columns to look at yet */
  isSourceChanged: boolean
}

/** Columns with what they are good for. */
export function ColumnsTab({ draft, onChange, wrongKeys, calculated, isSourceChanged }: ColumnsTabProps) {
  const t = useText()
  const columns = draft.columns.filter((column) => isCalculated(column) === calculated)
  const items = useItems(
    columns,
    ({ column_name, verbose_name }) => `${column_name} ${verbose_name ?? ''}`,
    (column, field) =>
      field === 'name'
        ? column.column_name
        : field === 'type'
          ? (column.type ?? '')
          : String(column[field as 'is_dttm']),
  )
  const set = (key: string, change: Partial<ColumnDraft>) => onChange(withColumn(draft, key, change))

  function add() {
    const column = newColumn(newKey())
    onChange({ ...draft, columns: [column, ...draft.columns] })
    items.setSearch('')
    items.toggle(column.key)
  }

  const span = 4 + marks.length
  return (
    <>
      <ListHead
        searchLabel={t(texts.search)}
        search={items.search}
        onSearch={items.setSearch}
        addLabel={t(texts.add)}
        onAdd={calculated ? add : undefined}
      >
        {calculated ? null : <SyncButton draft={draft} onChange={onChange} isSourceChanged={isSourceChanged} />}
      </ListHead>
      <div className={css.tableArea}>
        <Table label={t(calculated ? texts.calculated : texts.title)} className={css.table}>
          <thead>
            <tr>
              <HeadCell sorted={items.sortedBy('name')} onSort={() => items.sort('name')}>
                {t(texts.column)}
              </HeadCell>
              <HeadCell
                width={130}
                className={css.wide}
                sorted={items.sortedBy('type')}
                onSort={() => items.sort('type')}
              >
                {t(texts.type)}
              </HeadCell>
              {marks.map(([field, head]) => (
                <HeadCell
                  key={field}
                  width={110}
                  className={css.wide}
                  sorted={items.sortedBy(field)}
                  onSort={() => items.sort(field)}
                >
                  {t(head)}
                </HeadCell>
              ))}
              <HeadCell width={130} className={css.wide}>
                {t(texts.main)}
              </HeadCell>
              <HeadCell width={52} />
            </tr>
          </thead>
          <tbody>
            {items.shown.map((column) => (
              <ItemRow
                key={column.key}
                name={column.column_name}
                placeholder={t(texts.newColumn)}
                icon={iconOf(column)}
                isOpen={items.isOpen(column.key)}
                isWrong={wrongKeys.has(column.key)}
                onToggle={() => items.toggle(column.key)}
                onRemove={() => onChange(withoutColumn(draft, column))}
                span={span}
                details={() => (
                  <ColumnDetails draft={draft} column={column} onChange={(change) => set(column.key, change)}>
                    <div className={css.narrow}>
                      <Flags draft={draft} column={column} onChange={onChange} />
                    </div>
                  </ColumnDetails>
                )}
              >
                <Cell quiet className={css.wide}>
                  <code className={css.code}>{column.type}</code>
                </Cell>
                {marks.map(([field, head]) => (
                  <Cell key={field} className={css.wide}>
                    <Checkbox
                      hideLabel
                      label={t(texts.of, { what: t(head), name: column.column_name })}
                      checked={column[field]}
                      onChange={(checked) => set(column.key, { [field]: checked })}
                    />
                  </Cell>
                ))}
                <Cell className={css.wide}>
                  <MainTime draft={draft} column={column} onChange={onChange} />
                </Cell>
              </ItemRow>
            ))}
          </tbody>
        </Table>
        <ShowAll items={items} />
      </div>
    </>
  )
}

type Draft = TabProps['draft']

/** A column that is no time any more, or is called otherwise, is not (under its old name) the default time. */
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

/** Where the table has no room for its boxes. */
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
        <TextField
          required
          autoFocus={name === ''}
          label={t(texts.column)}
          value={name}
          maxLength={255}
          onChange={(text) => onChange({ column_name: text })}
        />
      ) : null}
      <TextField
        label={t(texts.label)}
        value={column.verbose_name ?? ''}
        onChange={(text) => onChange({ verbose_name: text || null })}
      />
      {calculated ? (
        <>
          <div className={css.whole}>
            <Field label={t(texts.expression)} required>
              <SqlInput
                label={t(texts.of, { what: t(texts.expression), name })}
                columns={draft.columns}
                value={column.expression ?? ''}
                onChange={(expression) => onChange({ expression })}
              />
            </Field>
          </div>
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
      <div className={css.whole}>
        <TextArea
          label={t(texts.description)}
          value={column.description ?? ''}
          onChange={(text) => onChange({ description: text || null })}
        />
      </div>
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
      <CertificationFields extra={column.extra} onChange={(extra) => onChange({ extra })} />
      {children}
    </>
  )
}
