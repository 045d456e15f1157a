import { Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Select } from '../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import css from './JoinBuilder.module.css'
import { type Aggregate, aggregateFunctions } from './joinDraft.ts'

const texts = defineTexts('datasetJoin.aggregation', {
  title: 'Columns of the aggregated {table}',
  count: 'The number of its rows is added as {name}.',
  function: 'Aggregate of {column}',
  remove: 'Remove {column}',
  add: 'Add a column',
})

interface AggregationProps {
  table: string
  columns: readonly string[]
  aggregates: readonly Aggregate[]
  onChange: (aggregates: Aggregate[]) => void
}

/** How the columns of a table are aggregated if it has several rows for its keys. */
export function Aggregation({ table, columns, aggregates, onChange }: AggregationProps) {
  const t = useText()
  const functions = aggregateFunctions.map((name) => ({ value: name, label: name }))
  return (
    <section className={css.aggregation} aria-label={t(texts.title, { table })}>
      {aggregates.map((aggregate, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a column may appear with several functions
        <div key={at} className={css.aggregate}>
          <Select
            label={t(texts.function, { column: aggregate.column })}
            options={functions}
            value={aggregate.function}
            onChange={(name) =>
              onChange(aggregates.map((other, i) => (i === at && name ? { ...other, function: name } : other)))
            }
          />
          <span className={css.column}>{aggregate.column}</span>
          <IconButton
            label={t(texts.remove, { column: aggregate.column })}
            icon={<Trash2 size={14} />}
            onClick={() => onChange(aggregates.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <Select
        label={t(texts.add)}
        placeholder={t(texts.add)}
        options={columns.map((name) => ({ value: name, label: name }))}
        searchable
        value={undefined}
        onChange={(column) => column !== undefined && onChange([...aggregates, { column, function: 'SUM' }])}
      />
      <p className={css.hint}>{t(texts.count, { name: `${table}_rows` })}</p>
    </section>
  )
}
