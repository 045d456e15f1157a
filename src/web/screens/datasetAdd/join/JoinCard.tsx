import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type Dispatch, type SetStateAction, useId } from 'react'
import type { JoinCheck } from '../../../../model/dataset/joinPlan.ts'
import { suggestKeys } from '../../../../model/dataset/joinSuggestion.ts'
import { schemasQuery, tableMetadataQuery } from '../../../api/databaseTables.ts'
import { messageOf } from '../../../api/failure.ts'
import { loadDescribedTable } from '../../../api/joins.ts'
import { useTableOptions } from '../../../api/useTableOptions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Select } from '../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { Aggregation } from './Aggregation.tsx'
import css from './JoinBuilder.module.css'
import { JoinFinding } from './JoinFinding.tsx'
import { type JoinDraft, startAggregates } from './joinDraft.ts'

const texts = defineTexts('datasetJoin.table', {
  title: 'Joined table {number, number}',
  schema: 'Schema',
  table: 'Table',
  to: 'Joins',
  left: 'Column of {table}',
  right: 'Equal to column of {table}',
  another: 'the joined table',
  addKey: 'Add a pair of columns',
  removeKey: 'Remove the pair of columns',
  remove: 'Remove the joined table',
  foreignKey: 'Suggested by a foreign key.',
  names: 'Suggested by the names of the columns.',
  nothing: 'No key was found. Choose the columns that are equal.',
})

interface JoinCardProps {
  join: JoinDraft
  /** its index among the joins */
  at: number
  first: { databaseId: number; schema: string; table: string }
  joins: readonly JoinDraft[]
  check: JoinCheck | undefined
  onChange: Dispatch<SetStateAction<JoinDraft>>
  onRemove: () => void
}

/** One joined table: its name, its keys, whether it would multiply rows, and how it is aggregated. */
export function JoinCard({ join, at, first, joins, check, onChange, onRemove }: JoinCardProps) {
  const t = useText()
  const { databaseId } = first
  const ids = [useId(), useId(), useId()]
  const schemas = useQuery(schemasQuery(databaseId))
  const own = useQuery({
    ...tableMetadataQuery({ databaseId, schema: join.schema, table: join.table ?? '' }),
    enabled: join.table !== undefined,
  })
  const columns = own.data?.columns ?? []
  const earlier = [first, ...joins.slice(0, at)]
  const left = useLeftColumns(databaseId, earlier[join.to])
  const leftName = earlier[join.to]?.table ?? ''
  const load = useTableOptions(databaseId, join.schema)

  /** The join with a selected table, and with the keys that its foreign keys and names suggest. */
  async function choose(table: string | undefined, to = join.to) {
    const from = earlier[to]
    onChange({ ...join, table, to, keys: [{}], because: undefined, aggregates: undefined })
    if (table === undefined || from?.table === undefined) return
    try {
      const [one, other] = await Promise.all([
        loadDescribedTable({ databaseId, schema: from.schema, table: from.table }),
        loadDescribedTable({ databaseId, schema: join.schema, table }),
      ])
      const { keys = [{}], because = 'nothing' } = suggestKeys(one, other) ?? {}
      // unless the user has chosen something else meanwhile
      const isOpen = ({ keys: [key = {}] }: JoinDraft) => key.left === undefined && key.right === undefined
      onChange((now) => (now.table === table && now.to === to && isOpen(now) ? { ...now, keys, because } : now))
    } catch (error) {
      toast.danger(messageOf(error))
    }
  }

  return (
    <fieldset className={css.card}>
      <legend className={css.legend}>{t(texts.title, { number: at + 1 })}</legend>
      <div className={css.row}>
        {(schemas.data?.length ?? 0) > 1 ? (
          <Field label={t(texts.schema)} htmlFor={ids[0] ?? ''}>
            <Select
              id={ids[0]}
              size="md"
              label={t(texts.schema)}
              options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
              searchable
              value={join.schema}
              onChange={(schema) => onChange({ ...join, schema: schema ?? join.schema, table: undefined, keys: [{}] })}
            />
          </Field>
        ) : null}
        <Field label={t(texts.table)} htmlFor={ids[1] ?? ''}>
          <Select
            id={ids[1]}
            size="md"
            label={t(texts.table)}
            load={load}
            labelOf={(name) => name}
            value={join.table}
            onChange={(table) => void choose(table)}
          />
        </Field>
        {at > 0 ? (
          <Field label={t(texts.to)} htmlFor={ids[2] ?? ''}>
            <Select
              id={ids[2]}
              size="md"
              label={t(texts.to)}
              options={earlier.map(({ table }, index) => ({ value: index, label: table ?? '' }))}
              value={join.to}
              onChange={(to) => void choose(join.table, to ?? 0)}
            />
          </Field>
        ) : null}
        <IconButton label={t(texts.remove)} icon={<Trash2 size={14} />} onClick={onRemove} />
      </div>
      {join.table === undefined ? null : (
        <>
          {join.because === undefined ? null : <p className={css.hint}>{t(texts[join.because])}</p>}
          <JoinKeys join={join} from={{ table: leftName, columns: left }} columns={columns} onChange={onChange} />
          <JoinFinding
            join={join}
            leftName={leftName}
            firstName={first.table}
            hasNumbers={join.aggregates !== undefined || startAggregates(columns, join.keys).length > 0}
            check={check}
            onAggregate={() => onChange({ ...join, aggregates: startAggregates(columns, join.keys) })}
          />
          {join.aggregates ? (
            <Aggregation
              table={join.table}
              columns={columns.map(({ name }) => name)}
              aggregates={join.aggregates}
              onChange={(aggregates) => onChange({ ...join, aggregates })}
            />
          ) : null}
        </>
      )}
    </fieldset>
  )
}

interface JoinKeysProps {
  join: JoinDraft
  /** the earlier table, and its columns that the join may use */
  from: { table: string; columns: readonly string[] }
  /** the columns of the joined table */
  columns: readonly { name: string }[]
  onChange: (join: JoinDraft) => void
}

/** The pairs of columns that are equal in joined rows. */
function JoinKeys({ join, from, columns, onChange }: JoinKeysProps) {
  const t = useText()
  const setKey = (index: number, key: JoinDraft['keys'][number]) =>
    onChange({ ...join, because: undefined, keys: join.keys.map((other, i) => (i === index ? key : other)) })
  return (
    <>
      {join.keys.map((key, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pair is identified by its position
        <div key={index} className={css.row}>
          <Select
            size="md"
            label={t(texts.left, { table: from.table })}
            placeholder={t(texts.left, { table: from.table })}
            options={from.columns.map((name) => ({ value: name, label: name }))}
            searchable
            value={key.left}
            onChange={(name) => setKey(index, { ...key, left: name })}
          />
          <span aria-hidden="true">=</span>
          <Select
            size="md"
            label={t(texts.right, { table: join.table ?? t(texts.another) })}
            placeholder={t(texts.right, { table: join.table ?? t(texts.another) })}
            options={columns.map(({ name }) => ({ value: name, label: name }))}
            searchable
            value={key.right}
            onChange={(name) => setKey(index, { ...key, right: name })}
          />
          {join.keys.length > 1 ? (
            <IconButton
              label={t(texts.removeKey)}
              icon={<Trash2 size={14} />}
              onClick={() => onChange({ ...join, keys: join.keys.filter((_, i) => i !== index) })}
            />
          ) : null}
        </div>
      ))}
      <div>
        <Button
          size="xs"
          icon={<Plus size={12} />}
          onClick={() => onChange({ ...join, because: undefined, keys: [...join.keys, {}] })}
        >
          {t(texts.addKey)}
        </Button>
      </div>
    </>
  )
}

/** The columns of an earlier table that a join may use; if that table is aggregated, only its keys. */
function useLeftColumns(
  databaseId: number,
  from: (Pick<JoinDraft, 'schema' | 'table'> & Partial<Pick<JoinDraft, 'keys' | 'aggregates'>>) | undefined,
): string[] {
  const metadata = useQuery({
    ...tableMetadataQuery({ databaseId, schema: from?.schema ?? '', table: from?.table ?? '' }),
    enabled: from?.table !== undefined,
  })
  if (from?.aggregates) return (from.keys ?? []).flatMap(({ right }) => right ?? [])
  return metadata.data?.columns.map(({ name }) => name) ?? []
}
