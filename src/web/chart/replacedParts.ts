import type { EChartsOption } from 'echarts'

/** Parts that are replaced with each result. The user's changes to other parts (zoom, legend pages) are kept. */
const always = ['dataset', 'series', 'xAxis', 'yAxis', 'grid']

/** Parts of a chart that replace the previous ones; all others are merged. */
export const replacedParts = (option: EChartsOption, isOtherLegend: boolean): string[] =>
  // a note about the previous result disappears, even if nothing replaces it
  ['title', ...[...always, ...(isOtherLegend ? ['legend'] : [])].filter((part) => part in option)]

/** Identifies legends with different truncation and paging: if merged, one would keep the settings of the other. */
export const legendKey = ({ legend }: EChartsOption, width: number, height: number): string =>
  JSON.stringify([width, height, (legend as { data?: unknown } | undefined)?.data])
