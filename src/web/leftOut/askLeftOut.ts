import { drillRequest } from '../../charts/drillRequest.ts'
import { findChart } from '../../charts/index.ts'
import type { ChartDatasource, DrillContext } from '../../charts/shared/contract.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { type Cut, cutsOf, leftOutQueries, rowsQuery } from '../../model/query/leftOut.ts'
import type { QueryContext, QueryObject } from '../../model/query/queryObject.ts'
import { runChart } from '../api/explore.ts'
import type { useText } from '../ui/text.ts'
import { leftOutTexts as texts } from './leftOutTexts.ts'

/** The rows that a chart does not show, in words and as numbers. */
export interface LeftOutAnswer {
  /** in one line, for the mark on the chart and its tooltip; empty if nothing is left out */
  line: string
  cuts: Cut[]
  /** number of rows that a pivot dropped, and the filters that select them */
  without: { column: string; rows: number; sentence: string; drill: DrillContext } | undefined
}

interface Asked {
  context: QueryContext | null
  datasource: ChartDatasource
  data: readonly ChartData[]
}

/**
 * Counts the rows that are missing in the results of a chart, with further queries. They use the same permissions, row
 * rules and cache as the chart's own queries.
 */
export async function askLeftOut(
  { context, datasource, data }: Asked,
  t: ReturnType<typeof useText>,
  signal: AbortSignal,
): Promise<LeftOutAnswer> {
  const nothing: LeftOutAnswer = { line: '', cuts: [], without: undefined }
  const at = data.findIndex(({ left_out }) => left_out !== undefined)
  const result = data[at]
  const query = context?.queries[at]
  if (!context || !query || !result?.left_out) return nothing
  // as fresh as the result itself
  const asked: QueryContext = { ...context, result_type: 'full', force: result.is_cached !== true }
  const run = (queries: QueryContext['queries']) => runChart({ ...asked, queries }, signal)

  async function askCuts(left: NonNullable<ChartData['left_out']>): Promise<Cut[]> {
    const asked = Object.entries(leftOutQueries(query!, left))
    if (asked.length === 0) return []
    const answers = await run(asked.map(([, each]) => each as QueryObject))
    const cuts = cutsOf(query!, result!, Object.fromEntries(asked.map(([name], place) => [name, answers[place]])))
    const drawsCells = findChart(String(context!.form_data?.['viz_type']))?.drawsCells
    return drawsCells ? cuts.map((cut) => (cut.unit === 'rows' ? { ...cut, unit: 'cells' } : cut)) : cuts
  }
  async function askWithout(column: string): Promise<LeftOutAnswer['without']> {
    const drill: DrillContext = { filters: [{ col: column, op: 'IS NULL' }], ...(at > 0 && { query: at }) }
    const request = drillRequest({ context: context!, datasource, drill, data })
    const [count] = await run([rowsQuery(request.query)])
    const rows = count?.columns[0]?.[0]
    if (typeof rows !== 'number' || rows === 0) return undefined
    const name = datasource.verboseMap[column] ?? column
    return { column, rows, drill, sentence: t(texts.without, { rows, column: name }) }
  }

  const { without: column } = result.left_out
  // the other pages of a table do not count as left out
  const isPaged = context.queries.some(({ is_rowcount: isCount }) => isCount)
  const [cuts, without] = await Promise.all([
    isPaged ? [] : askCuts(result.left_out),
    column === undefined ? undefined : askWithout(column),
  ])
  const lineOf = (cut: Cut) => {
    const line = t(texts[cut.unit], { shown: cut.shown, all: cut.all })
    return cut.share === undefined ? line : t(texts.share, { line, share: shareText(cut.share) })
  }
  return { line: [...cuts.map(lineOf), without?.sentence].filter(Boolean).join(' · '), cuts, without }
}

/** `70 %`, with more digits if fewer would suggest that all or nothing is shown. */
function shareText(share: number): string {
  const percent = share * 100
  const digits = percent > 99.5 || percent < 1 ? 2 : percent > 90 || percent < 10 ? 1 : 0
  return `${Math.min(percent, 99.99).toFixed(digits)} %`
}
