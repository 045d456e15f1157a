import type { ExtraFormData } from '../model/dashboard/dataMask.ts'
import type { ChartData } from '../model/query/chartData.ts'
import type { QueryContext } from '../model/query/queryObject.ts'
import { queryContextOf } from './buildQueryContext.ts'
import { type DrillByInput, drillByForm, drillByTypes, withFilters } from './drillBy.ts'
import { markFilters } from './drillRequest.ts'
import { type OpenedChart, openFormData } from './openFormData.ts'
import type { ChartDatasource, DrillContext } from './shared/contract.ts'

/** A drill into one of the marks of a chart. */
export interface Move {
  drill: DrillContext
  /** results of the chart that the mark is on */
  data: readonly ChartData[]
  column: string
  /** the chosen `viz_type`; absent: the most suitable one */
  type?: string
}

/** A chart on the path from the first one to the last drill. */
export interface Step {
  chart: OpenedChart
  context: QueryContext
  /** filters of the dashboard and of the marks that led here */
  extra: ExtraFormData
  /** the `viz_type`s that can draw it; for the first chart, only its own type */
  types: string[]
}

/** The first step: the chart itself. Undefined if its type is not supported, or if it has no query. */
export async function firstStep(
  formData: Record<string, unknown>,
  context: QueryContext | null,
  extra: ExtraFormData,
): Promise<Step | undefined> {
  const chart = await openFormData(formData)
  return chart && context ? { chart, context, extra, types: [chart.chart.type] } : undefined
}

/** The first chart and the charts that the moves lead to, in order. */
export async function followMoves(first: Step, moves: readonly Move[], datasource: ChartDatasource): Promise<Step[]> {
  const steps = [first]
  for (const move of moves) steps.push(await nextStep(steps.at(-1) ?? first, move, datasource))
  return steps
}

async function nextStep({ chart, context, extra }: Step, move: Move, datasource: ChartDatasource): Promise<Step> {
  const { drill, data, column } = move
  const input: DrillByInput = {
    formData: chart.formData,
    about: chart.chart,
    drill,
    metrics: context.queries[drill.query ?? 0]?.metrics ?? [],
    column,
    datasource,
  }
  const types = drillByTypes(input)
  const form = drillByForm(input, move.type ?? types[0] ?? chart.chart.type)
  const next = await openFormData(form)
  // cannot happen: only supported types are offered
  if (!next) throw new Error(`No chart type ${String(form['viz_type'])}`)
  const filtered = withFilters(extra, markFilters({ context, datasource, drill, data }))
  return {
    chart: next,
    extra: filtered,
    types,
    context: queryContextOf(next.query, {
      formData: next.formData,
      datasource,
      extraFormData: { ...filtered },
    }),
  }
}
