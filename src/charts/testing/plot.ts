import * as everyChart from 'echarts/charts'
import * as everyComponent from 'echarts/components'
import { type EChartsCoreOption, init } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { onTestFinished } from 'vitest'
import type { ChartData } from '../../model/query/chartData.ts'
import { loadDrawing } from '../drawn.ts'
import type { DrawInput } from '../shared/contract.ts'
import { registerParts } from '../shared/echarts/registerParts.ts'
import { echartsTheme } from '../shared/echartsTheme.ts'
import { chartTheme } from '../shared/theme.ts'
import { drawInput } from './drawInput.ts'
import { openSaved } from './parts.ts'

registerParts([SVGRenderer, LabelLayout, ...Object.values(everyChart), ...Object.values(everyComponent)])

export type Point = [x: number, y: number]

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** The part of ECharts' own model of a drawn chart that is read here; it has no public types. */
interface SeriesModel {
  subType: string
  name: string
  coordinateSystem: { dataToPoint(value: number, dimension: string): Point }
  getData(kind?: 'edge'): SeriesData
}

interface Mark {
  rotation: number
  shape: { points: Point[] }
  transform?: number[]
  getBoundingRect(): { clone(): Rect }
  childAt?(index: number): Mark
}

interface Rect {
  x: number
  y: number
  width: number
  height: number
  applyTransform(transform: number[]): void
}

interface SeriesData {
  count(): number
  getName(index: number): string
  get(dimension: string, index: number): number
  getItemLayout(index: number): never
  getLayout(key: string): ArrayLike<number> | undefined
  getItemVisual(index: number, key: string): never
  getItemGraphicEl(index: number): Mark | undefined
}

/** The marks of one series, in the order of its data. */
export interface PlottedSeries {
  type: string
  name: string
  names: string[]
  /** positions of the points of the series */
  points: Point[]
  boxes: Box[]
  colors: string[]
  marks: Mark[]
  /** the layouts of ECharts: each type of series has a different one */
  layouts: <T>(kind?: 'edge') => T[]
  visuals: <T>(key: string, kind?: 'edge') => T[]
  model: SeriesModel
}

export interface Plot {
  option: Record<string, never>
  series: PlottedSeries[]
  named: (name: string) => PlottedSeries
  /** the position in px of a value on both axes */
  place: (x: number | string, y: number | string, yAxisIndex?: number) => Point
  /** the texts of the image, in the order of drawing */
  texts: string[]
}

/** An option drawn without a document, as the report renderer does, and without animation. */
export function draw(given: object, { size }: Pick<DrawInput<unknown>, 'size'>) {
  const drawn = init(null, echartsTheme(chartTheme('light')), { renderer: 'svg', ssr: true, ...size })
  onTestFinished(() => drawn.dispose())
  drawn.setOption({ ...given, animation: false } as EChartsCoreOption)
  // without the styles of hovered marks, which are invalid for gradients
  return { drawn, svg: drawn.renderToSVGString().replace(/<style[\s\S]*?<\/style>/, '') }
}

/** A saved chart, drawn with these results. */
export async function plot(
  saved: Record<string, unknown>,
  data: ChartData[],
  more: Partial<DrawInput<never>> = {},
): Promise<Plot> {
  const { chart, formData } = openSaved(saved)!
  const { drawing } = await loadDrawing(chart.folder)
  const input: DrawInput<never> = drawInput(formData as never, data, more)
  await drawing.register(formData as never)
  const option = drawing.option(input)
  const { drawn, svg } = draw(option, input)
  const series = (drawn as unknown as { getModel(): { getSeries(): SeriesModel[] } })
    .getModel()
    .getSeries()
    .map(readSeries)
  return {
    option: option as never,
    series,
    named: (name) => series.find((one) => one.name === name)!,
    place: (x, y, yAxisIndex = 0) => drawn.convertToPixel({ xAxisIndex: 0, yAxisIndex }, [x, y]) as Point,
    texts: textsOf(svg),
  }
}

function readSeries(model: SeriesModel): PlottedSeries {
  const data = model.getData()
  const rows = (of = data) => Array.from({ length: of.count() }, (_, at) => at)
  const flat = data.getLayout('points')
  const marks = rows().flatMap((at) => data.getItemGraphicEl(at) ?? [])
  return {
    type: model.subType,
    name: model.name,
    names: rows().map((at) => data.getName(at)),
    points: rows().map((at) => (flat ? [flat[at * 2] ?? 0, flat[at * 2 + 1] ?? 0] : data.getItemLayout(at))),
    boxes: marks.map(boxOf),
    colors: rows().map((at) => (data.getItemVisual(at, 'style') as { fill: string } | undefined)?.fill ?? ''),
    marks,
    layouts: (kind) => rows(model.getData(kind)).map((at) => model.getData(kind).getItemLayout(at)),
    visuals: (key, kind) => rows(model.getData(kind)).map((at) => model.getData(kind).getItemVisual(at, key)),
    model,
  }
}

function boxOf(mark: Mark): Box {
  const rect = mark.getBoundingRect().clone()
  if (mark.transform) rect.applyTransform(mark.transform)
  return { left: rect.x, right: rect.x + rect.width, top: rect.y, bottom: rect.y + rect.height }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

/** The texts of an image or a page. */
export const textsOf = (markup: string): string[] =>
  markup
    .replaceAll(/<(style|title|svg:style)[\s\S]*?<\/\1>/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole))
    .filter((text) => text.trim() !== '')
