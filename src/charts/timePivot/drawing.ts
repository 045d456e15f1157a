import type { EChartsOption, LineSeriesOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
import { categoricalColors, mixed } from '../shared/color/index.ts'
import { readableOn } from '../shared/color/readable.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import type { Rgba } from '../shared/fields.ts'
import { type LegendLook, legendOption } from '../shared/legend.ts'
import { notesBelow } from '../shared/note.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import type { ChartTheme } from '../shared/theme.ts'
import { drawing as timeseries } from '../shared/timeseries/drawing.ts'
import type { TimeseriesForm } from '../shared/timeseries/formData.ts'
import type { TimePivotForm } from './formData.ts'
import { lineFormOf } from './lineFormOf.ts'
import { type Period, periodName, periodRows, readPeriods } from './periods.ts'

type Input = Pick<DrawInput<TimePivotForm>, 'formData' | 'data' | 'datasource'>

const periodsOf = readInSteps(({ formData, data: [first] }: Input) => readPeriods(first, formData.freq))

const rowsOf = (input: Input) => periodRows(periodsOf(input), input.formData.freq, input.data[0]!)

/** More lines cannot be told apart, and take time with many points; a note says that there are more. */
const most = { periods: 60, points: 6000 }

function option(input: DrawInput<TimePivotForm>): EChartsOption {
  const { formData: form, theme } = input
  const all = periodsOf(input)
  const periods = latestOf(all)
  const isCut = periods.length < all.length
  const latestText = `The latest ${periods.length} of ${all.length} periods`
  const latest = notesBelow([latestText], input)
  const names = periods.map((period) => periodName(period, form.freq))
  const [current = '', ...earlier] = names
  const ink = readableOn(currentColor(form.color_picker), theme.surface, 3)
  const greys = new Map(earlier.map((name, at) => [name, grey(at, earlier.length, theme)]))
  const lineForm = lineFormOf(form, input.datasource)
  const size = isCut ? { ...input.size, height: input.size.height - latest.height } : input.size
  const legendSelected = asOne(input.legendSelected, earlier)
  const drawn = timeseries.option({
    ...input,
    formData: lineForm,
    data: [periodRows(periods, form.freq, input.data[0]!)],
    size,
    ...(legendSelected && { legendSelected }),
    color: (label) => greys.get(label) ?? ink,
  })
  const series = (drawn.series as LineSeriesOption[]).map((one) =>
    one.name === current
      ? { ...one, z: 5, lineStyle: { ...one.lineStyle, width: 2.5 } }
      : { ...one, endLabel: { show: false } },
  )
  const { legend, less } = shortLegend({ ...input, size, legendSelected }, lineForm, names)
  const xAxis = withMarks(drawn.xAxis, marksBelow(periods, input.size.width))
  const given = drawn.grid as { top?: number; bottom?: number }
  const grid = { ...given, top: (given.top ?? 0) - less }
  if (!isCut) return { ...drawn, xAxis, series, legend, grid }
  const others = textsOf(drawn)
  const below = notesBelow([latestText, ...others], input)
  const bottom = (grid.bottom ?? 0) - notesBelow(others, input).height + below.height
  return { ...drawn, xAxis, series, legend, grid: { ...grid, bottom }, ...below.option }
}

/** Minimum width in px of a label below the axis, including its gap. */
const labelStep = 48
/** With more times than this, the default labels of a time axis are spaced evenly enough. */
const mostMarks = 60

/**
 * Labels at every time of a period, or at every second or third: the default labels would begin at the first of a
 * month.
 */
function marksBelow(periods: Period[], width: number) {
  const times = [...new Set(periods.flatMap(({ values }) => [...values.keys()]))].sort((one, other) => one - other)
  if (times.length < 2 || times.length > mostMarks) return undefined
  const step = Math.max(1, Math.ceil((times.length * labelStep) / Math.max(labelStep, width * 0.6)))
  return times.filter((_, at) => at % step === 0)
}

function withMarks(axis: EChartsOption['xAxis'], customValues: number[] | undefined): EChartsOption['xAxis'] {
  if (customValues === undefined) return axis
  const { axisLabel, ...others } = axis as { axisLabel?: object }
  return { ...others, axisTick: { customValues }, axisLabel: { ...axisLabel, customValues } } as EChartsOption['xAxis']
}

/** The messages of the drawn lines about what they do not show. */
const textsOf = ({ title }: EChartsOption): string[] =>
  [title ?? []].flat().flatMap(({ name }) => (name == null ? [] : [String(name)]))

/** The latest period, and as many before it as can be drawn. */
function latestOf(all: Period[]): Period[] {
  let points = 0
  const end = all.findIndex(({ values }, at) => {
    points += values.size
    return at > 0 && (at >= most.periods || points > most.points)
  })
  return end === -1 ? all : all.slice(0, end)
}

/** The saved default. It is too similar to the color of things to click: those lines have the first color of charts. */
const teal: Rgba = { r: 0, g: 122, b: 135, a: 1 }

function currentColor(picked: Rgba): string {
  const isDefault = picked.r === teal.r && picked.g === teal.g && picked.b === teal.b
  return (isDefault ? categoricalColors('sextant')[0] : undefined) ?? hexOf(picked)
}

/** Earlier periods are gray, and paler with their age; the contrast of the oldest is 3. */
const grey = (rank: number, count: number, theme: ChartTheme) =>
  mixed(theme.text3, theme.surface, count < 2 ? 0 : (0.25 * rank) / (count - 1))

/** The legend has one entry for all earlier periods: that of the latest one, which switches them all. */
const asOne = (selected: Record<string, boolean> | undefined, [first = '', ...others]: string[]) =>
  selected && { ...selected, ...Object.fromEntries(others.map((name) => [name, selected[first] !== false])) }

/** That legend, and how many px less it needs at the top than one with all periods. */
function shortLegend(
  { size, legendSelected }: Pick<DrawInput<TimePivotForm>, 'size' | 'legendSelected'>,
  form: TimeseriesForm,
  names: string[],
) {
  const [, earlier] = names
  const textOf = (name: string) => (name === earlier && names.length > 2 ? worded('Earlier periods') : name)
  const optionOf = (shown: string[], look: LegendLook = {}) =>
    legendOption(form, shown, size, legendSelected, { icon: 'line', isSolid: !form.rich_tooltip, ...look })
  const { legend, room } = optionOf(names.slice(0, 2), { textOf })
  return { legend, less: optionOf(names).room.top - room.top }
}

const hexOf = ({ r, g, b }: Rgba) =>
  `#${[r, g, b]
    .map((part) =>
      Math.max(0, Math.min(255, Math.round(part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

function needs(input: Input): string | undefined {
  if (input.formData.metric === undefined) return 'Select a metric.'
  return periodsOf(input).length === 0 ? 'Periods need a time column with values.' : undefined
}

export const drawing: EChartsDrawing<TimePivotForm> = {
  option,
  needs,
  prepare: periodsOf.steps,
  rowsOf,
  async register(form, isLarge) {
    await Promise.all([timeseries.register(lineFormOf(form), isLarge), import('../shared/echarts/title.ts')])
  },
}
