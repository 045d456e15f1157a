import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Contribution, contributionOf, explainContext, totalOf } from '../../charts/explain.ts'
import type { DrillContext } from '../../charts/shared/contract.ts'
import { numberFormatter } from '../../charts/shared/format/index.ts'
import { metricsOf } from '../../charts/shared/markResult.ts'
import { metricFormat } from '../../charts/shared/metricFormat.ts'
import { trueMinus } from '../../charts/shared/trueMinus.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import { markedText } from '../../model/query/markedText.ts'
import { runChart } from '../api/explore.ts'
import { messageOf } from '../api/failure.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Cell, HeadCell, Row, Table } from '../ui/Table.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { DatasetFacts } from './DatasetFacts.tsx'
import type { DrillProps } from './drillSource.ts'
import { filterValue } from './drillText.ts'
import css from './Explain.module.css'
import { type Dimension, useDimensions } from './useDimensions.ts'

const texts = defineTexts('drill.explain', {
  title: 'Explain the change: {title}',
  metric: 'Metric',
  change: 'Change',
  share: '{change} ({percent})',
  columns: 'Columns, the most uneven change first',
  parts: 'Changes by {column}',
  bars: 'Size of the change',
  others: '{count, plural, one {# more value} other {# more values}}',
  cut: 'The first {shown} of {count} columns are compared.',
  notAdding:
    'The values of this metric do not add up: the changes of the parts are shown, but do not sum to the whole change.',
  none: 'The dataset has no other columns to compare by',
  failed: 'There was an error loading the chart data',
  close: 'Close',
})

/** Each column is two queries. */
const mostColumns = 12
/** Smaller changes are summed in one row. */
const mostRows = 12

type Input = Omit<DrillProps, 'by' | 'against'> & { against: DrillContext }

/** A mark beside another one: which values of which columns the difference comes from. */
export default function Explain({ drill, against, ...props }: Input) {
  const t = useText()
  const { title, formData, datasource, data, onClose } = props
  const id = useId()
  const { columns, isFailed } = useDimensions(formData)
  const metrics = metricsOf(formData, drill.query)
  const [chosen, setChosen] = useState(0)
  const metric = metrics[chosen] ?? ''
  const context = useQuery({
    queryKey: ['explain', id],
    gcTime: 0,
    retry: false,
    queryFn: async () => (await props.contextOf()) ?? null,
  })
  const sides = { drill, against, metric, datasource, data }
  const label = metricLabel(metric)
  const totals = useQuery({
    queryKey: ['explain', id, label],
    gcTime: 0,
    retry: false,
    queryFn: context.data
      ? ({ signal }) => runChart(explainContext({ ...sides, context: context.data! }), signal)
      : skipToken,
  })
  const taken = new Set(drill.filters.map(({ col }) => columnLabel(col)))
  const offered = (columns ?? []).filter(({ name, type }) => !taken.has(name) && type !== GenericType.temporal)
  const compared = offered.slice(0, mostColumns)
  const whole = { before: totalOf(totals.data?.[0], metric), after: totalOf(totals.data?.[1], metric) }
  const parts = useQueries({
    queries: compared.map(({ name }) => ({
      queryKey: ['explain', id, label, name],
      gcTime: 0,
      retry: false,
      queryFn: context.data
        ? ({ signal }: { signal: AbortSignal }) =>
            runChart(explainContext({ ...sides, context: context.data! }, name), signal)
        : skipToken,
    })),
  })
  const isPending = context.isPending || totals.isPending || !columns || parts.some((each) => each.isPending)
  const error = context.error ?? totals.error ?? parts.find((each) => each.error)?.error
  const found = compared
    .flatMap((column, at): Compared[] => {
      const answer = parts[at]?.data
      const contribution = answer && contributionOf(column.name, metric, answer, whole)
      return contribution ? [{ column, contribution }] : []
    })
    .toSorted((one, other) => other.contribution.unevenness - one.contribution.unevenness)
  const write = metricFormat({ format: ',~f' }, datasource, label)
  const pointText = ({ filters, query }: DrillContext) =>
    filters.map((filter) => filterValue(filter, data[query ?? 0])).join(', ')

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title, { title })}
      width={960}
      movable
      footer={
        <Button size="md" variant="primary" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      {context.data ? <DatasetFacts id={context.data.datasource.id} /> : null}
      {error || isFailed ? (
        <ErrorPanel title={t(texts.failed)} message={error ? messageOf(error) : t(texts.failed)} />
      ) : isPending ? (
        <Spinner />
      ) : (
        <>
          <Figures
            before={{ label: pointText(against), value: whole.before }}
            after={{ label: pointText(drill), value: whole.after }}
            write={write}
            metrics={metrics.map((each) => datasource.verboseMap[metricLabel(each)] ?? metricLabel(each))}
            chosen={chosen}
            onChoose={setChosen}
          />
          {offered.length > mostColumns ? (
            <p className={css.note}>{t(texts.cut, { shown: mostColumns, count: offered.length })}</p>
          ) : null}
          {found.some(({ contribution }) => !contribution.addsUp) ? (
            <p className={css.note}>{t(texts.notAdding)}</p>
          ) : null}
          {found.length === 0 ? (
            <EmptyState size="small" picture={false} title={t(texts.none)} />
          ) : (
            <Parts found={found} write={write} before={pointText(against)} after={pointText(drill)} />
          )}
        </>
      )}
    </Dialog>
  )
}

interface Compared {
  column: Dimension
  contribution: Contribution
}

type Write = (value: number) => string

/** A change with its sign. */
const signed = (write: Write, change: number) => (change > 0 ? `+${write(change)}` : trueMinus(write(change)))

interface FiguresProps {
  before: { label: string; value: number }
  after: { label: string; value: number }
  write: Write
  /** their names */
  metrics: string[]
  chosen: number
  onChoose: (metric: number) => void
}

function Figures({ before, after, write, metrics, chosen, onChoose }: FiguresProps) {
  const t = useText()
  const change = after.value - before.value
  const percent = before.value === 0 ? undefined : trueMinus(numberFormatter('+,.1%')(change / Math.abs(before.value)))
  return (
    <dl className={css.figures}>
      {[before, after].map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{trueMinus(write(value))}</dd>
        </div>
      ))}
      <div>
        <dt>{t(texts.change)}</dt>
        <dd>
          {percent === undefined ? signed(write, change) : t(texts.share, { change: signed(write, change), percent })}
        </dd>
      </div>
      {metrics.length > 1 ? (
        <div className={css.metric}>
          <dt>{t(texts.metric)}</dt>
          <dd>
            <NativeSelect
              aria-label={t(texts.metric)}
              value={String(chosen)}
              onChange={({ target }) => onChoose(Number(target.value))}
            >
              {metrics.map((name, at) => (
                <option key={name} value={String(at)}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

interface PartsProps {
  found: Compared[]
  write: Write
  before: string
  after: string
}

function Parts({ found, write, before, after }: PartsProps) {
  const t = useText()
  const [name, setName] = useState(found[0]?.column.name)
  const current = found.find(({ column }) => column.name === name) ?? found[0]
  if (!current) return null
  const most = Math.max(...found.map(({ contribution }) => contribution.unevenness))
  const { parts } = current.contribution
  const [shown, others] = [parts.slice(0, mostRows), parts.slice(mostRows)]
  const sum = (of: (part: (typeof parts)[number]) => number) => others.reduce((total, part) => total + of(part), 0)
  const rows = [
    ...shown.map((part) => ({ ...part, label: markedText(part.value) })),
    ...(others.length > 0
      ? [
          {
            label: t(texts.others, { count: others.length }),
            before: sum((part) => part.before),
            after: sum((part) => part.after),
            change: sum((part) => part.change),
          },
        ]
      : []),
  ]
  const largest = Math.max(...rows.map(({ change }) => Math.abs(change)))
  return (
    <div className={css.parts}>
      <ul className={css.columns} aria-label={t(texts.columns)}>
        {found.map(({ column, contribution }) => (
          <li key={column.name}>
            <button
              type="button"
              className={css.column}
              aria-pressed={column === current.column}
              onClick={() => setName(column.name)}
            >
              {column.title}
              <span
                className={css.score}
                style={{ width: `${most === 0 ? 0 : (100 * contribution.unevenness) / most}%` }}
              />
            </button>
          </li>
        ))}
      </ul>
      <ScrollRegion className={css.grid} label={t(texts.parts, { column: current.column.title })}>
        <Table label={t(texts.parts, { column: current.column.title })}>
          <thead>
            <tr>
              <HeadCell>{current.column.title}</HeadCell>
              <HeadCell align="end">{before}</HeadCell>
              <HeadCell align="end">{after}</HeadCell>
              <HeadCell align="end">{t(texts.change)}</HeadCell>
              <HeadCell className={css.bar} label={t(texts.bars)} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.label}>
                <Cell title={row.label}>{row.label}</Cell>
                <Cell align="end">{trueMinus(write(row.before))}</Cell>
                <Cell align="end">{trueMinus(write(row.after))}</Cell>
                <Cell align="end">{signed(write, row.change)}</Cell>
                <Cell className={css.bar}>
                  <span className={css.track}>
                    <span
                      className={css.change}
                      data-down={row.change < 0 || undefined}
                      style={{ width: `${largest === 0 ? 0 : (50 * Math.abs(row.change)) / largest}%` }}
                    />
                  </span>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </ScrollRegion>
    </div>
  )
}
