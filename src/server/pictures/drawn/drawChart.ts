import type { EChartsCoreOption } from 'echarts'
import { init, setPlatformAPI } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { loadDrawing } from '../../../charts/drawn.ts'
import { categoricalColor, colorsOn } from '../../../charts/shared/color/index.ts'
import type { DrawInput } from '../../../charts/shared/contract.ts'
import { registerParts } from '../../../charts/shared/echarts/registerParts.ts'
import { echartsTheme } from '../../../charts/shared/echartsTheme.ts'
import { centeredText } from '../../../charts/shared/svg/centeredText.ts'
import { markupOf } from '../../../charts/shared/svg/tree.ts'
import { chartTheme } from '../../../charts/shared/theme.ts'
import { loadStill } from '../../../charts/stills.ts'
import { languageTag } from '../../../model/language/languages.ts'
import { written } from '../../../model/language/written.ts'
import type { ChartData } from '../../../model/query/chartData.ts'
import { type AskedColors, askedAttribute } from '../dealtColors.ts'
import type { ChartOrder } from '../protocol.ts'
import { bareOption, glanceOption } from './bareOption.ts'
import type { Fonts } from './fonts.ts'
import { largeTexts } from './largeTexts.ts'
import { type PictureTexts, pictureTexts } from './pictureTexts.ts'
import { plainFonts } from './plainFonts.ts'

type Input = DrawInput<Record<string, unknown>>

const defaultScheme = 'sextant'
/** Results with more cells than this may be shown only in part, with a note, as in browsers. */
const manyCells = 2000

registerParts(SVGRenderer)

/** ECharts places texts by the widths that it is given here. */
export function measureWith({ measure }: Fonts): void {
  setPlatformAPI({
    measureText(text: string, font = '12px sans-serif') {
      return { width: measure(text, fontOf(font)) }
    },
  })
}

/** `normal 600 12px Inter` -> its size and weight. */
function fontOf(font: string): { size: number; weight: number } {
  const [, size = '12'] = /([\d.]+)px/.exec(font) ?? []
  const [, weight = '400'] = /(?:^|\s)(bold|\d{3})\s/.exec(font) ?? []
  return { size: Number(size), weight: weight === 'bold' ? 700 : Number(weight) }
}

let drawings = 0

/** A chart as the text of an SVG file, with its background and an empty edge. */
export async function drawChart(order: ChartOrder, data: ChartData[], fonts: Fonts): Promise<string> {
  const { type, size, edge } = order
  drawings += 1
  const { maps = {}, detail } = order
  const texts = pictureTexts(order.language)
  written.translate = texts.translate
  written.language = languageTag(order.language ?? 'en')
  const { input, asked } = inputOf(order, data)
  const { markup, height: own } = await draw(type, input, { fonts, texts, maps, detail, id: `picture${drawings}-` })
  const height = order.isTrimmed ? Math.min(size.height, own + edge.top + edge.bottom) : size.height
  const root = `width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}"`
  const told = order.tellsColors ? askedAttribute(asked()) : ''
  const ground = `<rect width="100%" height="100%" fill="${input.theme.surface}"/>`
  const inner = `<g transform="translate(${edge.side},${edge.top})">${largeTexts(plainFonts(markup))}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${root}${told}>${ground}${inner}</svg>`
}

function inputOf(order: ChartOrder, data: ChartData[]): { input: Input; asked: () => AskedColors } {
  const { formData, datasource, mode, now, edge } = order
  const size = {
    width: Math.max(1, order.size.width - 2 * edge.side),
    height: Math.max(1, order.size.height - edge.top - edge.bottom),
  }
  const theme = chartTheme(mode)
  const own = formData['color_scheme']
  const scheme = order.colorScheme ?? (typeof own === 'string' && own !== '' ? own : defaultScheme)
  const saved = { ...(formData['label_colors'] as Record<string, string> | undefined), ...order.labelColors }
  const names = data[0]?.colnames ?? []
  const scale = categoricalColor(scheme, saved, names)
  const given = new Map<string, string>()
  const colorOf = (label: string) => {
    const color = scale(label)
    given.set(label, color)
    return color
  }
  const input: Input = {
    formData,
    data,
    datasource,
    theme,
    size,
    color: colorsOn(theme, colorOf),
    locale: 'en',
    now,
  }
  return { input, asked: () => ({ scheme, saved, names, given: [...given] }) }
}

interface Drawing extends Pick<ChartOrder, 'detail'> {
  fonts: Fonts
  texts: PictureTexts
  maps: Record<string, string>
  /** Prefix of the ids of the parts. */
  id: string
}

const lessOf = { all: (option: object) => option, glance: glanceOption, marks: bareOption }

interface Drawn {
  markup: string
  height: number
}

async function draw(type: ChartOrder['type'], input: Input, how: Drawing): Promise<Drawn> {
  const { fonts, texts, maps, detail, id } = how
  const { height } = input.size
  const sentence = (text: string) => ({ markup: markupOf(centeredText(texts.translate(text), input)), height })
  const shown = type.drawsAnyQuery ? input.data : input.data.slice(0, 1)
  if (!shown.some(({ rowcount, colnames }) => rowcount > 0 && colnames.length > 0)) return sentence('No data')
  if (type.drawnWith === 'echarts') {
    const { drawing } = await loadDrawing(type.folder)
    const cells = input.data.reduce((sum, { rowcount, colnames }) => sum + rowcount * colnames.length, 0)
    await drawing.register(input.formData, cells > manyCells, async (address) => {
      const text = maps[address]
      if (text === undefined) throw new Error('Not found')
      return JSON.parse(text) as unknown
    })
    const needs = drawing.needs?.(input)
    if (needs !== undefined) return sentence(needs)
    return { markup: plot(lessOf[detail ?? 'all'](drawing.option(input)), input, id), height }
  }
  const { prepare, still, parts } = await loadStill(type.folder)
  await prepare?.(input)
  const drawn = still({ ...input, id, measure: fonts.measure, text: texts.message })
  if (typeof drawn === 'string') return sentence(drawn)
  const inner: string[] = []
  for (const [at, { type: own, ...part }] of (parts?.(input) ?? []).entries()) {
    inner.push((await draw(own, { ...input, ...part }, { ...how, id: `${id}${at}-` })).markup)
  }
  const markup = markupOf(drawn).replaceAll(/<g data-part="(\d+)"><\/g>/g, (_, at) => inner[Number(at)] ?? '')
  return { markup, height: Number(drawn.attributes['height'] ?? height) }
}

/** The option as ECharts draws it on a server. The ids of its parts differ in every picture. */
function plot(option: object, { size, theme }: Input, id: string): string {
  const chart = init(null, echartsTheme(theme), { renderer: 'svg', ssr: true, ...size })
  try {
    // the buttons of a toolbox need a pointer
    const hidden = 'toolbox' in option ? { toolbox: { show: false } } : {}
    chart.setOption({ ...option, animation: false, ...hidden } as EChartsCoreOption)
    const svg = chart.renderToSVGString()
    // the styles are only for hovering
    return svg.replace(/<style[\s\S]*?<\/style>/, '').replaceAll(/\bzr\d+-/g, id)
  } finally {
    chart.dispose()
  }
}
