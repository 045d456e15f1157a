import type { EChartsType } from 'echarts'

/** The part of ECharts' own model of a drawn chart that is read here; it has no public types. */
interface SeriesModel {
  subType: string
  name: string
  coordinateSystem?: { type: string; getBaseAxis(): Axis; getOtherAxis(axis: Axis): Axis }
  get(option: string): unknown
  getData(): {
    count(): number
    get(dimension: string, index: number): number
    mapDimension(dimension: string): string
    getItemLayout(index: number): { width: number; height: number; startAngle: number; endAngle: number } | undefined
  }
}
interface Axis {
  dim: string
  type: string
  dataToCoord(value: number): number
  isHorizontal(): boolean
  scale: { getExtent(): [number, number] }
}

/** The drawn sizes of bars and slices may differ by this much, because they are rounded to pixels. */
const tolerancePx = 1.5
const toleranceAngle = 0.01

/** The bars and slices of a drawn chart whose size does not match their value. */
export function wrongSizes(chart: EChartsType): string[] {
  const model = (chart as unknown as { getModel(): { getSeries(): SeriesModel[] } }).getModel()
  return model.getSeries().flatMap((series) => {
    if (series.subType === 'bar') return wrongBars(series)
    return series.subType === 'pie' && !series.get('roseType') ? wrongSlices(series) : []
  })
}

function wrongBars(series: SeriesModel): string[] {
  const { coordinateSystem: system } = series
  if (system?.type !== 'cartesian2d') return []
  const axis = system.getOtherAxis(system.getBaseAxis())
  const [least, most] = axis.scale.getExtent()
  // on an axis without zero, or beyond the end of an axis, the length of a bar does not match its value
  if (axis.type !== 'value' || least > 0 || most < 0) return []
  const data = series.getData()
  return Array.from({ length: data.count() }, (_, at) => at).flatMap((at) => {
    const value = data.get(data.mapDimension(axis.dim), at)
    const layout = data.getItemLayout(at)
    if (!layout || !Number.isFinite(value) || value < least || value > most) return []
    const wanted = Math.abs(axis.dataToCoord(value) - axis.dataToCoord(0))
    const drawn = Math.abs(axis.isHorizontal() ? layout.width : layout.height)
    // very small bars have a minimum height
    return Math.abs(drawn - wanted) <= Math.max(tolerancePx, Number(series.get('barMinHeight') ?? 0))
      ? []
      : [`bar ${at} of ${series.name} is ${drawn} px for ${value}, which are ${wanted} px`]
  })
}

function wrongSlices(series: SeriesModel): string[] {
  const data = series.getData()
  const slices = Array.from({ length: data.count() }, (_, at) => ({
    value: data.get(data.mapDimension('value'), at),
    layout: data.getItemLayout(at),
  }))
  const total = slices.reduce((sum, { value }) => sum + (Number.isFinite(value) ? value : 0), 0)
  if (total <= 0 || slices.some(({ value }) => value < 0)) return []
  return slices.flatMap(({ value, layout }, at) => {
    if (!layout || !Number.isFinite(value)) return []
    const drawn = Math.abs(layout.endAngle - layout.startAngle) / (2 * Math.PI)
    const wanted = value / total
    return Math.abs(drawn - wanted) <= toleranceAngle ? [] : [`slice ${at} shows ${drawn} instead of ${wanted}`]
  })
}
