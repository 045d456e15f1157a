import { byFolder } from './list.ts'
import type { ChartType, KnownChart, PictureKind, RowsTable, ShownType, Shows } from './shared/contract.ts'
import { notDrawn } from './vocabulary.ts'

export const charts: readonly ChartType[] = Object.entries(byFolder).map(([folder, about]) => ({ ...about, folder }))

const drawn = new Map(charts.flatMap((chart) => [chart.type, ...(chart.replaces ?? [])].map((key) => [key, chart])))
const known = new Map<string, KnownChart>([...notDrawn.map((chart) => [chart.type, chart] as const), ...drawn])

/** Adds types that are loaded at run time, or replaces them. The keys of the built-in types cannot be replaced. */
export function addCharts(added: readonly ChartType[]): void {
  for (const chart of added) {
    if (charts.some(({ type }) => type === drawn.get(chart.type)?.type)) continue
    drawn.set(chart.type, chart)
    known.set(chart.type, chart)
  }
}

/** The chart type of a saved `viz_type`, which may be a retired key; undefined if there is none. */
export const findChart = (vizType: string): ChartType | undefined => drawn.get(vizType)

export const isSupported = (vizType: string): boolean => drawn.has(vizType)

/** The kind of content of a saved `viz_type`; `plot` if the type is unknown. */
export const shownBy = (vizType: string): Shows => findChart(vizType)?.shows ?? 'plot'

/** The thumbnail of a saved `viz_type`; a line if the type is unknown. */
export const pictureOf = (vizType: string): PictureKind => known.get(vizType)?.picture ?? 'line'

/** The display name of a type; for an unknown type, its key as words. */
export function nameOf(vizType: string): string {
  const words = vizType.replace(/_v\d+$/, '').replaceAll('_', ' ')
  return known.get(vizType)?.name ?? words.replace(/^./, (first) => first.toUpperCase())
}

/** The table that exports build from a chart's rows; undefined if they export the rows. */
export const rowsTableOf = (vizType: string): RowsTable | undefined => known.get(vizType)?.rowsTable

/** The default type of a new chart. */
export const startingType: string = 'table'

/** The properties of a type that are sent with its charts. */
export function shownType(chart: ChartType): ShownType {
  const { type, name, folder, drawnWith, shows, behaviors, drawsAnyQuery, drawsCharts, filtersDashboard } = chart
  return {
    type,
    name,
    folder,
    drawnWith,
    shows,
    behaviors,
    ...(drawsAnyQuery && { drawsAnyQuery }),
    ...(drawsCharts && { drawsCharts }),
    ...(filtersDashboard && { filtersDashboard }),
  }
}
