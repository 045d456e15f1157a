import { markersFit } from '../timeseries/styles.ts'

/** ECharts' model of a series with a line, in a stage before its drawing. */
export interface LineModel {
  option: { showSymbol?: boolean; showAllSymbol?: unknown; symbolSize?: unknown; label?: { show?: boolean } }
  /** the part of the rows that the zoom shows */
  getData: () => { count: () => number; setVisual: (name: 'symbolSize', value: number) => void }
  coordinateSystem?: { getBaseAxis?: () => { getExtent: () => [number, number] } }
}

/**
 * All markers of a line are drawn, or none of them, depending on how much of it the zoom shows. Value labels belong to
 * markers: those are then covered by the line.
 */
export function fitMarkers(model: LineModel): void {
  const { option, coordinateSystem } = model
  const [from, to] = coordinateSystem?.getBaseAxis?.().getExtent() ?? [0, 0]
  if (option.showAllSymbol !== true || typeof option.symbolSize !== 'number' || from === to) return
  const data = model.getData()
  const fits = markersFit(Math.abs(to - from) / Math.max(1, data.count()), option.symbolSize)
  if (option.label?.show) data.setVisual('symbolSize', fits ? option.symbolSize : 1)
  else option.showSymbol = fits
}
