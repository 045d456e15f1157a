import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { useMemo, useState } from 'react'
import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import { shownType } from '../../../../charts/index.ts'
import type { ResultColumn } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import { can } from '../../../api/bootstrap.ts'
import { keepForm, runChart } from '../../../api/explore.ts'
import { messageOf } from '../../../api/failure.ts'
import { ChartView } from '../../../chart/ChartView.tsx'
import { offeredTypes } from '../../../chart/offeredTypes.ts'
import { ChartIcon } from '../../../cover/ChartIcon.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import css from './ResultChart.module.css'
import { datasourceFor, formFor, rolesOf, typesFor } from './resultChart.ts'

const texts = defineTexts('sqlLab.resultChart', {
  label: 'Chart of the result',
  types: 'Chart type',
  none: 'No chart for these columns',
  noneText: 'A chart needs a number, or a column to count rows by.',
  edit: 'Edit this chart',
})

export interface ResultChartProps {
  queryId: number
  name: string
  columns: readonly ResultColumn[]
}

/** A result as a chart, next to its rows. The suggested types depend on its columns. */
export default function ResultChart({ queryId, name, columns }: ResultChartProps) {
  const t = useText()
  const { history } = useRouter()
  const [chosen, setChosen] = useState<string>()
  const roles = useMemo(() => rolesOf(columns), [columns])
  const datasource = useMemo(() => datasourceFor(columns), [columns])
  const forms = useQuery({
    queryKey: ['sqlLab', 'chartForms', queryId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const found = await Promise.all(
        typesFor(offeredTypes, roles).map((chart) => formFor(chart, roles, queryId, datasource)),
      )
      return found.filter((form) => form !== undefined)
    },
  })
  const shown = forms.data?.find(({ chart }) => chart.type === chosen) ?? forms.data?.[0]
  const data = useQuery({
    queryKey: ['sqlLab', 'chart', queryId, shown?.chart.type],
    enabled: shown !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const context = await buildQueryContext({ formData: shown?.form ?? {}, datasource })
      return context ? runChart(context, signal) : []
    },
  })

  async function edit() {
    try {
      const key = await keepForm({ datasourceId: queryId, datasourceType: 'query', form: shown?.form ?? {} })
      history.push(`/explore/?form_data_key=${key}&datasource_id=${queryId}&datasource_type=query`)
    } catch (error) {
      toast.danger(messageOf(error))
    }
  }

  if (forms.isPending) return <Spinner />
  if (!shown) return <EmptyState size="small" picture={false} title={t(texts.none)} text={t(texts.noneText)} />
  return (
    <section className={css.pane} aria-label={t(texts.label)}>
      <div className={css.types} role="toolbar" aria-label={t(texts.types)}>
        {forms.data?.map(({ chart }) => (
          <IconButton
            key={chart.type}
            label={chart.name}
            icon={<ChartIcon picture={chart.picture} size={16} />}
            active={chart === shown.chart}
            aria-pressed={chart === shown.chart}
            onClick={() => setChosen(chart.type)}
          />
        ))}
        <span className={css.space} />
        {can('can_explore', 'Superset') ? (
          <IconButton label={t(texts.edit)} icon={<ChartLine size={16} />} onClick={() => void edit()} />
        ) : null}
      </div>
      <div className={css.plot}>
        {data.isPending ? <Spinner /> : null}
        {data.isError ? <ErrorPanel compact message={messageOf(data.error)} /> : null}
        {data.data ? (
          <ChartView
            type={shownType(shown.chart)}
            formData={shown.query.formData.parse(shown.form)}
            data={data.data}
            datasource={datasource}
            title={name}
            asTable={false}
          />
        ) : null}
      </div>
    </section>
  )
}
