import { useQueries } from '@tanstack/react-query'
import { type FunctionComponent, use } from 'react'
import { buildQueryContext } from '../../charts/buildQueryContext.ts'
import { shownType } from '../../charts/index.ts'
import { openFormData } from '../../charts/openFormData.ts'
import type { ChartDatasource, DrawingModule, ShownType } from '../../charts/shared/contract.ts'
import { noDatasource } from '../../charts/shared/noDatasource.ts'
import { PartChart } from '../../charts/shared/pageParts.ts'
import { type MissingChart, mostSourceCharts, withoutLimits } from '../../charts/shared/sourceCharts.ts'
import { parseObject } from '../../model/wire/json.ts'
import { loadExplore, runChart } from '../api/explore.ts'
import { messageOf } from '../api/failure.ts'
import { getList } from '../api/list.ts'
import { queryClient } from '../api/queryClient.ts'
import { CenteredNote } from '../ui/CenteredNote.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import type { ChartViewProps } from './chartViewProps.ts'
import { loadDrawn } from './components.ts'
import { datasourceOf } from './datasourceOf.ts'
import { plainMessage } from './plainMessage.ts'

const texts = defineTexts('chart.sources', {
  noSources: 'Select at least one saved chart.',
  sourceFailed: 'The data of chart {id} could not be loaded: {message}',
  tooMany: 'A chart draws at most {most} other charts.',
})

type Extra = Record<string, unknown>

interface Props extends ChartViewProps {
  type: ShownType
  Drawn: FunctionComponent<ChartViewProps>
}

/** A chart that draws the data of other saved charts: requests them under their own ids. */
export default function SourceCharts({ Drawn, ...props }: Props) {
  const t = useText()
  const { sources } = use(loadDrawn(props.type))
  const { charts, rest, isPartial, queries } = sourceQueries(sources?.(props.formData), props.extraFormData)
  const tooMany = t(texts.tooMany, { most: mostSourceCharts })
  const answers = useQueries({ queries })
  if (charts.length === 0) return <CenteredNote text={t(texts.noSources)} />
  if (rest.length > 0 && !isPartial) return <CenteredNote text={tooMany} />
  const missing_charts = answers.flatMap(({ error }, at): MissingChart[] =>
    error === null ? [] : [{ id: charts[at] ?? 0, message: plainMessage(messageOf(error)) }],
  )
  const [first] = missing_charts
  if (first && (!isPartial || missing_charts.length === charts.length)) {
    return <CenteredNote text={t(texts.sourceFailed, { ...first })} />
  }
  const loaded = answers.flatMap(({ data }) => data ?? [])
  if (loaded.length + missing_charts.length < charts.length) return props.waiting
  const source_charts = loaded.map(({ data: _data, ...source }) => source)
  const formData = {
    ...props.formData,
    source_charts,
    missing_charts: [...missing_charts, ...rest.map((id) => ({ id, message: tooMany }))],
  }
  return (
    <PartChart value={Drawn}>
      {/* what the other charts leave out is not counted: no room is kept for a note */}
      <Drawn {...props} leftOut={props.leftOut ?? ''} formData={formData} data={loaded.map((source) => source.data)} />
    </PartChart>
  )
}

/** The queries of the first charts, and the charts that are too many. */
function sourceQueries(
  sources: ReturnType<NonNullable<DrawingModule['drawing']['sources']>> | undefined,
  filters: Extra = {},
) {
  const { charts: wanted = [], extraFormData: own = {}, isPartial = false, isUnlimited = false } = sources ?? {}
  const [charts, rest] = [wanted.slice(0, mostSourceCharts), wanted.slice(mostSourceCharts)]
  const extra = joined(own, filters)
  const queries = charts.map((id) => ({
    queryKey: ['sourceChart', id, extra, isUnlimited],
    queryFn: ({ signal }: { signal: AbortSignal }) => loadSource(id, extra, isUnlimited, signal),
    staleTime: 60_000,
    retry: false as const,
  }))
  return { charts, rest, isPartial, queries }
}

/** Requests the other charts before the chart is drawn. */
export async function loadSources(type: ShownType, formData: Record<string, unknown>, filters: Extra): Promise<void> {
  const { sources } = await loadDrawn(type)
  await Promise.all(
    sourceQueries(sources?.(formData), filters).queries.map((query) => queryClient.prefetchQuery(query)),
  )
}

/** The filters that the chart itself adds to the queries, and those of the dashboard. The latter take precedence. */
function joined(own: Extra, filters: Extra): Extra {
  const keys = new Set([...Object.keys(own), ...Object.keys(filters)])
  const value = (key: string) =>
    Array.isArray(own[key]) && Array.isArray(filters[key]) ? [...own[key], ...filters[key]] : (filters[key] ?? own[key])
  return Object.fromEntries([...keys].map((key) => [key, value(key)]))
}

const columns = ['id', 'slice_name', 'params', 'viz_type', 'datasource_id'] as const

/** A saved chart with the first of its results. */
async function loadSource(id: number, extraFormData: Extra, isUnlimited: boolean, signal: AbortSignal) {
  const { result } = await getList('chart', { columns, filters: [{ col: 'id', opr: 'eq', value: id }] }, signal)
  const [chart] = result
  if (chart === undefined) throw new Error('it was deleted, or you have no access to it')
  const datasource = `${chart.datasource_id ?? 0}__table`
  const saved = { ...parseObject(chart.params), viz_type: chart.viz_type, datasource, slice_id: id }
  const opened = await openFormData(saved)
  const source = await datasourceAt(chart.datasource_id ?? 0, signal)
  const context = opened && (await buildQueryContext({ formData: saved, datasource: source, extraFormData }))
  if (!opened || !context) throw new Error(`its type is not supported: ${chart.viz_type}`)
  const queries = context.queries.slice(0, 1)
  const [data] = await runChart({ ...context, queries: isUnlimited ? queries.map(withoutLimits) : queries }, signal)
  if (data === undefined || data.error) throw new Error(data?.error ?? 'it has no query')
  const type = shownType(opened.chart)
  return { id, name: chart.slice_name ?? '', type, formData: opened.formData, datasource: source, data }
}

/**
 * The labels and formats of a dataset. For users who may see a chart but not its dataset, the names of the metrics are
 * used.
 */
async function datasourceAt(id: number, signal: AbortSignal): Promise<ChartDatasource> {
  try {
    const { dataset } = await loadExplore(`?datasource_id=${id}&datasource_type=table`, signal)
    return datasourceOf(dataset)
  } catch {
    return noDatasource
  }
}
