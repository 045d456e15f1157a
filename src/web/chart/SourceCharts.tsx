import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import type { DrawingModule, ShownType } from '../../charts/shared/contract.ts'
import { PartChart } from '../../charts/shared/pageParts.ts'
import type { MissingChart, SourceChart } from '../../charts/shared/sourceCharts.ts'
import type { ChartData, ChartLine, SourceChartsRequest } from '../../model/query/chartData.ts'
import { mostSourceCharts } from '../../model/query/sourceCharts.ts'
import { streamCharts } from '../api/chartLines.ts'
import { messageOf } from '../api/failure.ts'
import { queryClient } from '../api/queryClient.ts'
import { CenteredNote } from '../ui/CenteredNote.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import type { ChartViewProps } from './chartViewProps.ts'
import { drawnOf, loadDrawn } from './components.ts'
import { bareDatasource } from './datasourceOf.ts'
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

/**
 * A chart that draws the data of other saved charts: requests them under their own ids. The code of its type must have
 * been loaded.
 */
export default function SourceCharts({ Drawn, ...props }: Props) {
  const t = useText()
  const sources = drawnOf(props.type)?.sources
  const { charts, rest, isPartial, query } = sourceQuery(sources?.(props.formData), props.extraFormData)
  const tooMany = t(texts.tooMany, { most: mostSourceCharts })
  const { data, error } = useQuery({ ...query, enabled: charts.length > 0 })
  if (charts.length === 0) return <CenteredNote text={t(texts.noSources)} />
  if (rest.length > 0 && !isPartial) return <CenteredNote text={tooMany} />
  if (!data && !error) return props.waiting
  const answers = data ?? charts.map((id) => ({ id, message: messageOf(error) }))
  const loaded = answers.filter((answer) => 'data' in answer)
  const missing_charts = answers.flatMap((answer): MissingChart[] =>
    'data' in answer ? [] : [{ id: answer.id, message: plainMessage(answer.message) }],
  )
  const [first] = missing_charts
  if (first && (!isPartial || loaded.length === 0)) {
    return <CenteredNote text={t(texts.sourceFailed, { ...first })} />
  }
  const source_charts = loaded.map(({ data: _data, ...source }) => source)
  const formData = {
    ...props.formData,
    source_charts,
    missing_charts: [...missing_charts, ...rest.map((id) => ({ id, message: tooMany }))],
  }
  return (
    <PartChart value={Drawn}>
      {/* what the other charts leave out is not counted, so no space is reserved for a note */}
      <Drawn {...props} leftOut={props.leftOut ?? ''} formData={formData} data={loaded.map((source) => source.data)} />
    </PartChart>
  )
}

/** The query of the first charts, and the charts beyond the maximum number. */
function sourceQuery(
  sources: ReturnType<NonNullable<DrawingModule['drawing']['sources']>> | undefined,
  filters: Extra = {},
) {
  const { charts: wanted = [], extraFormData: own = {}, isPartial = false, isUnlimited = false } = sources ?? {}
  const [charts, rest] = [wanted.slice(0, mostSourceCharts), wanted.slice(mostSourceCharts)]
  const request = { charts, extraFormData: joined(own, filters), isUnlimited }
  const query = {
    queryKey: ['sourceCharts', request],
    queryFn: ({ signal }: QueryFunctionContext) => loadCharts(request, signal),
    staleTime: 60_000,
    retry: false as const,
  }
  return { charts, rest, isPartial, query }
}

/** Requests the other charts before the chart is drawn. */
export async function loadSources(type: ShownType, formData: Record<string, unknown>, filters: Extra): Promise<void> {
  const { sources } = await loadDrawn(type)
  const { charts, query } = sourceQuery(sources?.(formData), filters)
  if (charts.length > 0) await queryClient.prefetchQuery(query)
}

/** The other charts of a chart that is drawn. */
export async function loadedSources(type: ShownType, formData: Record<string, unknown>): Promise<LoadedSource[]> {
  const { sources } = await loadDrawn(type)
  return queryClient.fetchQuery(sourceQuery(sources?.(formData)).query)
}

/** The filters that the chart itself adds to the queries, and those of the dashboard. The latter take precedence. */
function joined(own: Extra, filters: Extra): Extra {
  const keys = new Set([...Object.keys(own), ...Object.keys(filters)])
  const value = (key: string) =>
    Array.isArray(own[key]) && Array.isArray(filters[key]) ? [...own[key], ...filters[key]] : (filters[key] ?? own[key])
  return Object.fromEntries([...keys].map((key) => [key, value(key)]))
}

export type LoadedSource = (SourceChart & { data: ChartData }) | MissingChart

/** Saved charts with the first of their results, in the order of the request. */
async function loadCharts(request: SourceChartsRequest, signal: AbortSignal): Promise<LoadedSource[]> {
  const found = new Map<number, LoadedSource>()
  for await (const line of streamCharts('/api/v1/explore/source_charts', request, signal)) {
    if ('chartId' in line) found.set(line.chartId, loadedOf(line))
  }
  // a chart without a line is missing because the response was cut off
  return request.charts.map((id) => found.get(id) ?? { id, message: 'Network error.' })
}

function loadedOf(line: Exclude<ChartLine, { done: true }>): LoadedSource {
  const { chartId: id } = line
  if ('error' in line) return { id, message: line.error.message }
  const { source, result } = line
  const [data] = result
  if (!source || !data || data.error) return { id, message: data?.error ?? 'it has no query' }
  return { id, ...source, type: source.type as ShownType, datasource: bareDatasource(source.datasource), data }
}
