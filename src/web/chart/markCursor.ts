import type { EChartsOption } from 'echarts'

/**
 * An option whose marks have a pointer cursor only if a click has an effect: by default ECharts shows it for all marks.
 */
export function withMarkCursor(option: EChartsOption, canPress: boolean): EChartsOption {
  if (option.series === undefined) return option
  const told = <S extends object>(series: S): S => ({ ...series, cursor: canPress ? 'pointer' : 'default' })
  return { ...option, series: Array.isArray(option.series) ? option.series.map(told) : told(option.series) }
}
