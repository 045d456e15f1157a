import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { lazy, useId, useState } from 'react'
import { editedForm } from '../../charts/drillBy.ts'
import { firstStep, followMoves, type Move, type Step } from '../../charts/drillSteps.ts'
import { nameOf, shownType } from '../../charts/index.ts'
import type { ChartDatasource, MarkMenu } from '../../charts/shared/contract.ts'
import { can } from '../api/bootstrap.ts'
import { keepForm, runChart } from '../api/explore.ts'
import { messageOf } from '../api/failure.ts'
import { ChartView } from '../chart/ChartView.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { PointMenu } from '../ui/Menu.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { useCopy } from '../ui/useCopy.ts'
import { compareEntries } from './compareEntries.tsx'
import { DatasetFacts } from './DatasetFacts.tsx'
import css from './DrillBy.module.css'
import { drillEntries } from './drillEntries.tsx'
import type { DrillProps, OpenDrill } from './drillSource.ts'
import { filterColumn, filterValue } from './drillText.ts'
import { type Dimensions, useDimensions } from './useDimensions.ts'

const DrillToDetail = lazy(() => import('./DrillToDetail.tsx'))
const Explain = lazy(() => import('./Explain.tsx'))

const texts = defineTexts('drill.byColumn', {
  title: 'Drill by: {title}',
  path: 'Breadcrumbs',
  view: 'View',
  chart: 'Chart',
  table: 'Table',
  type: 'Chart type',
  failed: 'There was an error loading the chart data',
  unsupported: 'This visualization type is not supported.',
  edit: 'Edit chart',
  editFailed: 'Failed to generate chart edit URL',
  close: 'Close',
})

/** The rows behind a mark as a chart by another column, and by further ones from there. */
export default function DrillBy({ by, ...props }: DrillProps & { by: string }) {
  const t = useText()
  const { title, formData, onClose } = props
  const dimensions = useDimensions(formData)
  const datasource = knowing(props.datasource, dimensions)
  const [moves, setMoves] = useState<Move[]>([{ drill: props.drill, data: props.data, column: by }])
  const [shows, setShows] = useState<'chart' | 'table'>('chart')
  const id = useId()
  // what the chart showed when the dialog was opened, even if a dashboard refreshes behind it
  const first = useQuery({
    queryKey: ['drillBy', id],
    gcTime: 0,
    retry: false,
    queryFn: async () => (await firstStep(formData, await props.contextOf(), props.extra)) ?? null,
  })
  const path = moves.map(({ drill, column, type }) => ({ drill, column, type }))
  const steps = useQuery({
    queryKey: ['drillBy', id, path],
    enabled: first.data != null && dimensions.columns !== undefined,
    gcTime: 0,
    retry: false,
    queryFn: () => (first.data ? followMoves(first.data, moves, datasource) : []),
  })
  const step = steps.data?.at(-1)
  const error = first.error ?? steps.error

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title, { title })}
      width={1080}
      movable
      footer={
        <>
          {can('can_explore', 'Superset') ? (
            <Button
              size="md"
              disabled={!step}
              onClick={() =>
                step && void openEditor(step).catch(() => toast.danger(t(texts.editFailed), { noDuplicate: true }))
              }
            >
              {t(texts.edit)}
            </Button>
          ) : null}
          <Button size="md" variant="primary" onClick={onClose}>
            {t(texts.close)}
          </Button>
        </>
      }
    >
      {first.data ? <DatasetFacts id={first.data.context.datasource.id} /> : null}
      <div className={css.tools}>
        <Crumbs
          title={title}
          moves={moves}
          datasource={datasource}
          onOpen={(count) => setMoves(moves.slice(0, count))}
        />
        <span className={css.end}>
          {step && step.types.length > 1 ? (
            <NativeSelect
              aria-label={t(texts.type)}
              value={step.chart.chart.type}
              onChange={({ target }) =>
                setMoves(moves.map((move, at) => (at === moves.length - 1 ? { ...move, type: target.value } : move)))
              }
            >
              {step.types.map((type) => (
                <option key={type} value={type}>
                  {nameOf(type)}
                </option>
              ))}
            </NativeSelect>
          ) : null}
          <SegmentedControl
            label={t(texts.view)}
            value={shows}
            onChange={setShows}
            options={[
              { value: 'chart', label: t(texts.chart) },
              { value: 'table', label: t(texts.table) },
            ]}
          />
        </span>
      </div>
      <div className={css.chart}>
        {first.data === null ? (
          <ErrorPanel kind="warning" message={t(texts.unsupported)} />
        ) : error || dimensions.isFailed ? (
          <ErrorPanel title={t(texts.failed)} message={error ? messageOf(error) : t(texts.failed)} />
        ) : step ? (
          <StepChart
            key={JSON.stringify(path)}
            source={{ ...props, datasource }}
            step={step}
            asTable={shows === 'table'}
            dimensions={dimensions}
            onMove={(move) => setMoves([...moves, move])}
          />
        ) : (
          <Spinner />
        )}
      </div>
    </Dialog>
  )
}

/** Charts of a dashboard know only the columns that they use. */
function knowing(datasource: ChartDatasource, { columns = [] }: Dimensions): ChartDatasource {
  return {
    ...datasource,
    verboseMap: { ...datasource.verboseMap, ...Object.fromEntries(columns.map(({ name, title }) => [name, title])) },
    columnTypes: { ...datasource.columnTypes, ...Object.fromEntries(columns.map(({ name, type }) => [name, type])) },
  }
}

async function openEditor({ chart, context, extra }: Step): Promise<void> {
  const { id } = context.datasource
  const key = await keepForm({ datasourceId: id, form: editedForm(chart.formData, extra) })
  window.location.assign(`/explore/?form_data_key=${key}&datasource_id=${id}&datasource_type=table`)
}

interface CrumbsProps {
  /** of the first chart */
  title: string
  moves: readonly Move[]
  datasource: ChartDatasource
  /** shows the chart after this number of moves */
  onOpen: (count: number) => void
}

/** What was drilled into, with its values; the last is what is shown. */
function Crumbs({ title, moves, datasource, onOpen }: CrumbsProps) {
  const t = useText()
  const column = moves.at(-1)?.column
  return (
    <nav aria-label={t(texts.path)}>
      <ol className={css.crumbs}>
        {moves.map(({ drill, data }, at) => {
          const names = drill.filters.map((filter) => filterColumn(filter, datasource)).join(', ')
          const values = drill.filters.map((filter) => filterValue(filter, data[drill.query ?? 0])).join(', ')
          return (
            <li key={String(at)}>
              <button type="button" className={css.crumb} onClick={() => onOpen(at)}>
                {`${names} (${values})`}
              </button>
              <ChevronRight size={12} aria-hidden="true" />
            </li>
          )
        })}
        <li className={css.here} aria-current="step">
          {column === undefined ? title : (datasource.verboseMap[column] ?? column)}
        </li>
      </ol>
    </nav>
  )
}

interface StepChartProps {
  source: Omit<DrillProps, 'by'>
  step: Step
  asTable: boolean
  dimensions: Dimensions
  onMove: (move: Move) => void
}

/** The chart of a step; the menu of its marks leads further. */
function StepChart({ source, step, asTable, dimensions, onMove }: StepChartProps) {
  const t = useText()
  const copy = useCopy()
  const id = useId()
  const [mark, setMark] = useState<MarkMenu>()
  const [opened, setOpened] = useState<OpenDrill>()
  const { data, error, refetch } = useQuery({
    queryKey: ['drillBy', 'data', id],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => runChart(step.context, signal),
  })
  const { datasource, colors } = source
  const { chart, formData } = step.chart
  if (error) return <ErrorPanel title={t(texts.failed)} message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner />
  const open = (next: OpenDrill) =>
    next.by === undefined ? setOpened(next) : onMove({ drill: next.drill, data, column: next.by })
  const further = {
    ...source,
    formData,
    data,
    extra: step.extra,
    contextOf: () => Promise.resolve(step.context),
    onClose: () => setOpened(undefined),
  }
  return (
    <>
      <ChartView
        {...colors}
        type={shownType(chart)}
        formData={formData}
        data={data}
        datasource={datasource}
        title={source.title}
        asTable={asTable}
        waiting={<Spinner />}
        onMarkContextMenu={setMark}
      />
      <PointMenu
        at={mark}
        onClose={() => setMark(undefined)}
        items={[
          mark !== undefined && mark.label !== '' && { heading: mark.label },
          ...drillEntries({
            t,
            type: chart,
            formData,
            datasource,
            data,
            drill: mark?.drill ?? null,
            dimensions,
            onDrill: open,
          }),
          'divider',
          ...(mark
            ? compareEntries({ t, formData, datasource, data, mark, copy: (text) => void copy(text), onDrill: open })
            : []),
        ]}
      />
      {opened ? (
        <LazyPart onClose={further.onClose}>
          {opened.against === undefined ? (
            <DrillToDetail {...further} drill={opened.drill} />
          ) : (
            <Explain {...further} drill={opened.drill} against={opened.against} />
          )}
        </LazyPart>
      ) : null}
    </>
  )
}
