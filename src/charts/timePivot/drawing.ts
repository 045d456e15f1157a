import type { EChartsOption, LineSeriesOption } from 'echarts'
import { visibleOnDark } from '../shared/color/index.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import type { Rgba } from '../shared/fields.ts'
import { notesBelow } from '../shared/note.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { drawing as timeseries } from '../shared/timeseries/drawing.ts'
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
  const strengths = new Map(
    periods.map((period) => [periodName(period, form.freq), strength(period.rank, periods.length, theme.mode)]),
  )
  const [current] = strengths.keys()
  const base = hexOf(form.color_picker)
  const ground = theme.mode === 'dark' ? visibleOnDark(base, theme.surface) : base
  const drawn = timeseries.option({
    ...input,
    formData: lineFormOf(form, input.datasource),
    data: [periodRows(periods, form.freq, input.data[0]!)],
    ...(isCut && { size: { ...input.size, height: input.size.height - latest.height } }),
    color: (label) => withAlpha(ground, strengths.get(label) ?? 1),
  })
  const series = (drawn.series as LineSeriesOption[]).map((one) =>
    one.name === current ? { ...one, z: 5, lineStyle: { ...one.lineStyle, width: 2.5 } } : one,
  )
  const xAxis = withMarks(drawn.xAxis, marksBelow(periods, input.size.width))
  if (!isCut) return { ...drawn, xAxis, series }
  const grid = drawn.grid as { bottom?: number }
  const others = textsOf(drawn)
  const below = notesBelow([latestText, ...others], input)
  const bottom = (grid.bottom ?? 0) - notesBelow(others, input).height + below.height
  return { ...drawn, xAxis, series, grid: { ...grid, bottom }, ...below.option }
}

/** Minimum width of a label below the axis, with its gap. */
const labelStep = 48
/** With more times, the usual labels of a time axis are as even. */
const mostMarks = 60

/** Labels at every time of a period, or at every second, third ...: the usual ones begin at the first of a month. */
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

/** Earlier periods are paler, depending on their rank, but always visible: on a dark ground, colors disappear sooner. */
function strength(rank: number, count: number, mode: 'light' | 'dark'): number {
  if (rank === 0) return 1
  const [least, most] = mode === 'dark' ? [0.5, 0.7] : [0.2, 0.5]
  return Math.max(least, most * (1 - rank / count))
}

const hexOf = ({ r, g, b }: Rgba) =>
  `#${[r, g, b]
    .map((part) =>
      Math.max(0, Math.min(255, Math.round(part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const withAlpha = (hex: string, alpha: number) =>
  `${hex}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`

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
