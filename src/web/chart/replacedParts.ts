import type { EChartsOption } from 'echarts'

/** Parts that come anew with each answer; what a reader did to the others (zoom, pages of the legend) stays. */
const always = ['dataset', 'series', 'xAxis', 'yAxis', 'grid', 'title']

/** Parts of a picture that take the place of those before; all others are merged with them. */
export const replacedParts = (option: EChartsOption, isOtherLegend: boolean): string[] =>
  [...always, ...(isOtherLegend ? ['legend'] : [])].filter((part) => part in option)

/** Tells legends apart that are cut and paged each in its own way: merged, one would keep the cut of the other. */
export const legendKey = ({ legend }: EChartsOption, width: number, height: number): string =>
  JSON.stringify([width, height, (legend as { data?: unknown } | undefined)?.data])
