import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { ArrowRight, Search } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { datasetListQuery } from '../../api/datasets.ts'
import { useOfferedTypes } from '../../chart/pluginTypes.ts'
import { searchCharts } from '../../chart/searchCharts.ts'
import { ChartPicture } from '../../cover/ChartPicture.tsx'
import { datasetOptions } from '../../list/datasetOptions.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, usePlainText, useText } from '../../ui/text.ts'
import css from './NewChartScreen.module.css'
import { formatExplore, parseNewChart } from './newChartAddress.ts'

const texts = defineTexts('newChart', {
  charts: 'Charts',
  title: 'Create a new chart',
  dataset: 'Choose a dataset',
  type: 'Choose chart type',
  search: 'Search all charts',
  none: 'No charts found',
  hint: 'Please select both a Dataset and a Chart type to proceed',
  create: 'Create new chart',
})

/** `/chart/add`: selects a dataset and a type, then opens the chart builder. */
export function NewChartScreen() {
  const t = useText()
  const plain = usePlainText()
  const { history } = useRouter()
  const { searchStr } = useLocation()
  const asked = parseNewChart(searchStr)
  const group = useId()
  const offered = useOfferedTypes()
  const [datasetId, setDatasetId] = useState(asked.datasetId)
  const [selected, setSelected] = useState<string>()
  const [search, setSearch] = useState('')
  const shown = search.trim() === '' ? offered : searchCharts(offered, search, plain)
  const type = shown.find((chart) => chart.type === selected)?.type
  const named = useQuery({
    ...datasetListQuery({ filters: [{ col: 'id', opr: 'eq', value: asked.datasetId ?? 0 }], pageSize: 1 }),
    enabled: asked.datasetId !== undefined,
  })

  function create(vizType: string | undefined) {
    if (datasetId !== undefined && vizType !== undefined) {
      history.push(formatExplore({ datasetId, vizType, dashboardId: asked.dashboardId }))
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    create(type)
  }

  return (
    <form className={css.page} onSubmit={onSubmit}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <PageHeader crumbs={[{ label: t(texts.charts), href: '/chart/list/' }]} title={t(texts.title)} />
      <div className={css.steps}>
        <section className={css.step}>
          <Field label={t(texts.dataset)} required>
            <div className={css.dataset}>
              <Select
                label={t(texts.dataset)}
                size="md"
                load={datasetOptions}
                value={datasetId}
                onChange={setDatasetId}
                // shows no id while the name is loading
                labelOf={() => named.data?.result[0]?.table_name ?? (named.isPending ? '' : undefined)}
              />
            </div>
          </Field>
        </section>
        <fieldset className={css.step}>
          <legend className={css.legend}>{t(texts.type)}</legend>
          <TextField
            hideLabel
            label={t(texts.search)}
            placeholder={t(texts.search)}
            size="md"
            className={css.search}
            icon={<Search size={14} />}
            value={search}
            onChange={setSearch}
          />
          {shown.length === 0 ? <EmptyState size="small" title={t(texts.none)} /> : null}
          <div className={css.grid}>
            {shown.map((chart) => (
              <label key={chart.type} className={css.tile} onDoubleClick={() => create(chart.type)}>
                <input
                  type="radio"
                  name={group}
                  className={css.radio}
                  checked={type === chart.type}
                  onChange={() => setSelected(chart.type)}
                />
                <svg className={css.picture} viewBox="0 0 160 92" aria-hidden="true">
                  <g transform="translate(12 10)">
                    <ChartPicture vizType={chart.type} seed={7} width={136} height={72} />
                  </g>
                </svg>
                <span className={css.name}>{plain(chart.name)}</span>
                <span className={css.words}>{plain(chart.description)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      <footer className={css.foot}>
        {datasetId === undefined || type === undefined ? <span>{t(texts.hint)}</span> : null}
        <Button
          type="submit"
          variant="primary"
          size="md"
          iconAfter={<ArrowRight size={14} />}
          disabled={datasetId === undefined || type === undefined}
        >
          {t(texts.create)}
        </Button>
      </footer>
    </form>
  )
}
