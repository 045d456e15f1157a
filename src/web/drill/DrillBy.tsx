import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { editedForm } from '../../charts/drillBy.ts'
import { firstStep, followMoves, type Move, type Step } from '../../charts/drillSteps.ts'
import { nameOf } from '../../charts/index.ts'
import type { ChartDatasource } from '../../charts/shared/contract.ts'
import { can } from '../api/bootstrap.ts'
import { keepForm } from '../api/explore.ts'
import { messageOf } from '../api/failure.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, usePlainText, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { Crumbs } from './Crumbs.tsx'
import css from './DrillBy.module.css'
import { DrillFrame } from './DrillFrame.tsx'
import type { DrillProps } from './drillSource.ts'
import { filterColumn, filterValue } from './drillText.ts'
import { StepChart } from './StepChart.tsx'
import { useDimensions, withColumns } from './useDimensions.ts'

const texts = defineTexts('drill.byColumn', {
  title: 'Drill by: {title}',
  view: 'View',
  chart: 'Chart',
  table: 'Table',
  type: 'Chart type',
  failed: 'There was an error loading the chart data',
  unsupported: 'This visualization type is not supported.',
  edit: 'Edit chart',
  editFailed: 'Failed to generate chart edit URL',
})

/** A chart of the rows behind a mark, grouped by another column. From there, users can drill by further columns. */
export default function DrillBy({ by, ...props }: DrillProps & { by: string }) {
  const t = useText()
  const plain = usePlainText()
  const { title, formData, onClose } = props
  const dimensions = useDimensions(formData)
  const datasource = withColumns(props.datasource, dimensions)
  const [moves, setMoves] = useState<Move[]>([{ drill: props.drill, data: props.data, column: by }])
  const [shows, setShows] = useState<'chart' | 'table'>('chart')
  const id = useId()
  // the state of the chart when the dialog was opened, even if a dashboard refreshes in the background
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
  const column = moves.at(-1)?.column

  return (
    <DrillFrame
      title={t(texts.title, { title })}
      datasetId={first.data?.context.datasource.id}
      onClose={onClose}
      actions={
        can('can_explore', 'Superset') ? (
          <Button
            size="md"
            disabled={!step}
            onClick={() =>
              step && void openEditor(step).catch(() => toast.danger(t(texts.editFailed), { noDuplicate: true }))
            }
          >
            {t(texts.edit)}
          </Button>
        ) : null
      }
    >
      <div className={css.tools}>
        <Crumbs
          steps={moves.map((move) => moveText(move, datasource))}
          current={column === undefined ? title : (datasource.verboseMap[column] ?? column)}
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
                  {plain(nameOf(type))}
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
    </DrillFrame>
  )
}

/** The text of a step in the breadcrumbs: the columns that were drilled into, and the values. */
function moveText({ drill, data }: Move, datasource: ChartDatasource): string {
  const names = drill.filters.map((filter) => filterColumn(filter, datasource)).join(', ')
  const values = drill.filters.map((filter) => filterValue(filter, data[drill.query ?? 0])).join(', ')
  return `${names} (${values})`
}

async function openEditor({ chart, context, extra }: Step): Promise<void> {
  const { id } = context.datasource
  const key = await keepForm({ datasourceId: id, form: editedForm(chart.formData, extra) })
  window.location.assign(`/explore/?form_data_key=${key}&datasource_id=${id}&datasource_type=table`)
}
