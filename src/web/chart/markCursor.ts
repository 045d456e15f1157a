import type { EChartsOption } from 'echarts'

/** An option whose marks look as if a press did something only where it does: ECharts itself makes all look so. */
export function withMarkCursor(option: EChartsOption, canPress: boolean): EChartsOption {
  if (option.series === undefined) return option
  const told = <S extends object>(series: S): S => ({ ...series, cursor: canPress ? 'pointer' : 'default' })
  return { ...option, series: Array.isArray(option.series) ? option.series.map(told) : told(option.series) }
}
