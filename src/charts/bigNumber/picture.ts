import { worded } from '../../model/language/written.ts'
import type { JsonCell } from '../../model/query/chartData.ts'
import { metricLabel, TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import { figureText, metricColumn } from '../shared/bigNumber/figure.ts'
import { type BigNumberContent, drawBigNumber, type Picture } from '../shared/bigNumber/picture.ts'
import type { SparkPoint } from '../shared/bigNumber/sparkline.ts'
import { visibleOnDark } from '../shared/color/index.ts'
import type { DrawInput, DrillContext } from '../shared/contract.ts'
import { equals } from '../shared/crossFilter.ts'
import { numberFormatter, timeFormatter } from '../shared/format/index.ts'
import { xAxisLabel } from '../shared/query/xAxis.ts'
import type { ChartTheme } from '../shared/theme.ts'
import { isUnfinished } from '../shared/timeseries/unfinished.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import type { BigNumberForm } from './query.ts'

/** More points than this are not distinguishable in a tile. */
const maxPoints = 600

/** The latest value of a series, its change and its trend. Pure. */
export function bigNumberPicture(input: DrawInput<BigNumberForm>): Picture {
  const { formData: form, datasource, theme, size } = input
  const points = readPoints(input)
  const latest = latestFigure(input, points)
  const label = form.metric === undefined ? '' : metricLabel(form.metric)
  const content: BigNumberContent = {
    ...figureText(latest.value, form, datasource, undefined),
    figureColor: latest.value === null ? theme.text3 : undefined,
    isStale: latest.isStale,
    note: noteOf(input, latest),
    change: changeOf(form, points, latest.index),
    subheader: form.subtitle || form.subheader,
    timestamp:
      timestamp(form, latest.time) ?? (form.show_metric_name ? (datasource.verboseMap[label] ?? label) : undefined),
    headerFontSize: form.header_font_size,
    subheaderFontSize: form.subheader_font_size,
    ...(form.show_trend_line && {
      spark: {
        points: thinned(points),
        color: ownColor(form, theme) ?? input.color(label),
        fromZero: form.start_y_axis_at_zero,
        domain: domainOf(input, points),
      },
    }),
  }
  return drawBigNumber(content, theme, size)
}

/** The text of the number, and the rows behind it: those of its point in time, or of the whole range. */
export function shownPoint(input: DrawInput<BigNumberForm>): { text: string; drill: DrillContext } {
  const { formData: form, datasource } = input
  const latest = latestFigure(input, readPoints(input))
  const { value, time } = latest
  const figure = figureText(value, form, datasource, undefined).figure
  if (time === null) return { text: figure, drill: { filters: [], ...(form.aggregation === 'raw' && { query: 1 }) } }
  const write = timeFormatter('smart_date_detailed', form.time_grain_sqla)
  return {
    text: `${write(time)}${isShownUnfinished(input, latest) ? ` (${worded('Not complete').toLowerCase()})` : ''}: ${figure}`,
    drill: { filters: [equals(xAxisLabel(form) ?? TIMESTAMP_LABEL, time)] },
  }
}

/** The selected color, lightened if its contrast on a dark background is too low, as label colors are. */
function ownColor({ color_picker: chosen }: BigNumberForm, theme: ChartTheme): string | undefined {
  if (!chosen) return undefined
  const color = `rgba(${chosen.r},${chosen.g},${chosen.b},${chosen.a})`
  return theme.mode === 'dark' ? visibleOnDark(color, theme.surface) : color
}

/** Times and values, oldest first. */
function readPoints({ formData: form, data }: DrawInput<BigNumberForm>): SparkPoint[] {
  const answer = data[0]
  if (!answer || answer.colnames.length === 0) return []
  const found = answer.colnames.indexOf(xAxisLabel(form) ?? '')
  const times = answer.columns[Math.max(0, found)] ?? []
  const values = metricColumn(answer, form.metric)
  return times
    .map((time, row): SparkPoint => [Number(time), toNumber(values[row] ?? null)])
    .filter(([time]) => Number.isFinite(time))
    .toSorted((one, other) => one[0] - other[0])
}

const toNumber = (value: JsonCell): number | null => {
  if (value === null || value === '') return null
  const number = Number(value)
  return Number.isNaN(number) ? null : number
}

interface Latest {
  value: JsonCell
  index: number
  time: number | null
  isStale: boolean
}

function latestFigure({ formData: form, data }: DrawInput<BigNumberForm>, points: SparkPoint[]): Latest {
  const index = points.findLastIndex(([, value]) => value !== null)
  const [time, value] = points[index] ?? [null, null]
  const values = points.map(([, each]) => each).filter((each) => each !== null)
  const whole = (figure: JsonCell): Latest => ({ value: figure, index, time: null, isStale: false })
  if (values.length > 0) {
    const total = values.reduce((sum, each) => sum + each, 0)
    switch (form.aggregation) {
      case 'raw':
        return whole(metricColumn(data[1], form.metric)[0] ?? null)
      case 'sum':
        return whole(total)
      case 'mean':
        return whole(total / values.length)
      case 'min':
        return whole(Math.min(...values))
      case 'max':
        return whole(Math.max(...values))
      case 'median':
        return whole(median(values))
      case 'LAST_VALUE':
        break
    }
  }
  return { value, index, time, isStale: value !== null && index < points.length - 1 }
}

function noteOf(input: DrawInput<BigNumberForm>, latest: Latest): string | undefined {
  if (latest.isStale) return worded('Not up to date')
  return isShownUnfinished(input, latest) ? worded('Not complete') : undefined
}

/** Whether the period of the number has not ended yet: the number will still grow. */
const isShownUnfinished = (input: DrawInput<BigNumberForm>, { time }: Latest): boolean =>
  time !== null && isUnfinished(time, input.formData.time_grain_sqla, input)

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** (latest - n rows back) / |n rows back|; 0 if the denominator is 0. None without an earlier value. */
export function relativeChange(points: SparkPoint[], latest: number, lag: number): number | undefined {
  const now = points[latest]?.[1]
  const before = points[latest - lag]?.[1]
  if (now == null || before == null) return undefined
  return before === 0 ? 0 : (now - before) / Math.abs(before)
}

function changeOf(form: BigNumberForm, points: SparkPoint[], latest: number): BigNumberContent['change'] {
  const lag = Math.trunc(form.compare_lag ?? 0)
  const change = lag > 0 ? relativeChange(points, latest, lag) : undefined
  if (change === undefined) return undefined
  return {
    text: trueMinus(numberFormatter('+,.1%')(change)),
    direction: change > 0 ? 'up' : change < 0 ? 'down' : 'level',
    tone: toneOf(form, change),
    suffix: form.compare_suffix,
  }
}

/** Whether an increase is good: a setting of the chart, which may also be neutral. */
function toneOf(form: BigNumberForm, change: number): NonNullable<BigNumberContent['change']>['tone'] {
  if (!form.comparison_color_enabled || change === 0) return 'neutral'
  return change > 0 === (form.comparison_color_scheme === 'Green') ? 'good' : 'bad'
}

function timestamp(form: BigNumberForm, time: number | null): string | undefined {
  return form.show_timestamp && time !== null ? timeFormatter(form.time_format, form.time_grain_sqla)(time) : undefined
}

/**
 * The domain of the time axis, if the chart is set to show the whole selected range. Parts of it without data stay
 * empty.
 */
function domainOf(
  { formData: form, data }: DrawInput<BigNumberForm>,
  points: SparkPoint[],
): [number, number] | undefined {
  const [first, last] = [points[0]?.[0], points.at(-1)?.[0]]
  if (!form.time_range_fixed || first === undefined || last === undefined) return undefined
  return [Math.min(first, data[0]?.from_dttm ?? first), Math.max(last, data[0]?.to_dttm ?? last)]
}

function thinned(points: SparkPoint[]): SparkPoint[] {
  if (points.length <= maxPoints) return points
  const step = points.length / maxPoints
  return Array.from({ length: maxPoints }, (_none, index) =>
    index === maxPoints - 1 ? points.at(-1)! : points[Math.floor(index * step)]!,
  )
}
