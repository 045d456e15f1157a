import { GenericType } from '../../model/dataset/dataset.ts'
import { metricLabel, TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import { sequentialColors } from '../shared/color/sequential.ts'
import type { DrawInput } from '../shared/contract.ts'
import { extent, numberOf, numbersOf } from '../shared/plot/cells.ts'
import { type Block, blocksOf, isDivided, middleOfWeek, type Place, startOf } from './calendar.ts'
import type { CalHeatmapForm } from './query.ts'

export interface CalendarMetric {
  name: string
  /** start of a cell -> value */
  values: Map<number, number>
  domain: [low: number, high: number]
}

export interface CalendarModel {
  blocks: Block[]
  metrics: CalendarMetric[]
  /** why nothing can be drawn */
  needs?: string
}

/** The calendar from the first to the last time: those of the chart's time range, else those of the rows. */
export function readCalendar({
  formData: form,
  data,
  datasource,
}: Pick<DrawInput<CalHeatmapForm>, 'formData' | 'data' | 'datasource'>): CalendarModel {
  const answer = data[0]
  const named = answer?.colnames.indexOf(TIMESTAMP_LABEL) ?? -1
  const timeAt = named === -1 ? (answer?.coltypes.indexOf(GenericType.temporal) ?? -1) : named
  const times = (answer?.columns[timeAt] ?? []).map(numberOf)
  const { domain_granularity: domain, subdomain_granularity: subdomain } = form
  const unit = isDivided(domain, subdomain) ? subdomain : domain
  const metrics = form.metrics.flatMap((metric): CalendarMetric[] => {
    const label = metricLabel(metric)
    const values = new Map<number, number>()
    for (const [row, value] of numbersOf(answer, label).entries()) {
      const time = times[row] ?? null
      if (value === null || time === null) continue
      const start = startOf(unit, time)
      values.set(start, (values.get(start) ?? 0) + value)
    }
    const range = extent([...values.values()])
    return range === undefined ? [] : [{ name: datasource.verboseMap[label] ?? label, values, domain: range }]
  })
  const ends = extent(times)
  if (metrics.length === 0 || ends === undefined)
    return {
      blocks: [],
      metrics: [],
      needs: 'A calendar needs a metric with numbers over time: every value of this one is empty.',
    }
  // the day that decides which block a week belongs to
  const shift = unit === 'week' ? middleOfWeek : 0
  const [first, last] = [ends[0] + shift, ends[1] + shift]
  // the end of the query's range is exclusive; without bounds the range is much longer than that of the rows
  const from = answer?.from_dttm != null && form.time_range !== 'No filter' ? answer.from_dttm : first
  const until = answer?.to_dttm != null && form.time_range !== 'No filter' ? Math.max(last, answer.to_dttm - 1) : last
  const blocks = blocksOf(domain, subdomain, from, until) ?? blocksOf(domain, subdomain, first, last)
  return blocks === undefined
    ? {
        blocks: [],
        metrics,
        needs: 'This time range has too many cells for a calendar: choose longer cells or a shorter time range.',
      }
    : { blocks, metrics }
}

/** The color of a value: steps of equal width from the smallest to the largest value. */
export function stepColors(form: CalHeatmapForm, mode: 'light' | 'dark') {
  const steps = Math.max(2, Math.min(50, Math.round(form.steps)))
  const colors = sequentialColors(form.linear_color_scheme, steps, mode)
  const stepOf = (value: number, [low, high]: [number, number]) =>
    high === low ? steps - 1 : Math.min(steps - 1, Math.max(0, Math.floor(((value - low) / (high - low)) * steps)))
  return { colors, stepOf }
}

export interface CalendarLayout {
  /** px of a cell, its height, and between two of them. Only the weeks of a year are higher than wide. */
  cell: number
  tall: number
  gap: number
  /** top left corner of each block, below its label */
  places: { x: number; y: number }[]
  height: number
}

export const labelHeight = 16
const leastCell = 2
const mostGrowth = 4
/** px of the label of a block */
const labelWidths: Record<string, number> = { hour: 44, day: 40, week: 40, month: 34, year: 30 }

/**
 * Blocks from left to right, in lines. Cells have the configured size if that fits; they grow where there is room for
 * larger ones, and shrink where there is not.
 */
export function layOutCalendar(
  form: CalHeatmapForm,
  blocks: Block[],
  size: { width: number; height: number },
): CalendarLayout {
  if (isStrip(form)) return layOutStrips(form, blocks, size)
  const wanted = Math.max(1, form.cell_size)
  const gapPart = Math.max(0, form.cell_padding) / wanted
  let best: CalendarLayout | undefined
  for (let cell = Math.round(wanted * mostGrowth); cell >= leastCell; cell -= 1) {
    const layout = placeBlocks(
      form,
      blocks,
      cell,
      Math.min(form.cell_padding, Math.max(cell < 5 ? 0.5 : 1, cell * gapPart)),
      size.width,
    )
    best = layout
    if (layout.height <= size.height) return layout
  }
  return best ?? placeBlocks(form, blocks, leastCell, 1, size.width)
}

function placeBlocks(form: CalHeatmapForm, blocks: Block[], cell: number, gap: number, width: number): CalendarLayout {
  const pitch = cell + gap
  const label = labelWidths[form.domain_granularity] ?? 40
  const apart = Math.max(6, cell)
  let [x, y, lineHeight] = [0, 0, 0]
  const places = blocks.map((block) => {
    const wide = Math.max(block.columns * pitch - gap, label)
    if (x > 0 && x + wide > width) {
      x = 0
      y += lineHeight + 6
      lineHeight = 0
    }
    const place = { x, y: y + labelHeight }
    x += wide + apart
    lineHeight = Math.max(lineHeight, labelHeight + block.rows * pitch - gap)
    return place
  })
  return { cell, tall: cell, gap, places, height: y + lineHeight }
}

const isStrip = (form: CalHeatmapForm) => form.domain_granularity === 'year' && form.subdomain_granularity === 'week'
/** px between the strip of a year and the label of the next one */
const belowStrip = 6
const tallest = 160
/** Narrower cells have no gaps, so that a strip is as wide as the chart. */
const leastPitch = 5

/** Each year of weeks is a strip. All have the width of the chart, and together its height. */
function layOutStrips(form: CalHeatmapForm, blocks: Block[], size: { width: number; height: number }): CalendarLayout {
  const columns = blocks.reduce((most, block) => Math.max(most, block.columns), 1)
  const exact = Math.max(leastCell, size.width / columns)
  const pitch = exact < leastPitch ? exact : Math.floor(exact)
  const gap = exact < leastPitch ? 0 : Math.min(Math.max(0, form.cell_padding), Math.max(1, Math.round(pitch / 8)))
  const each = (size.height + belowStrip) / blocks.length
  const tall = Math.floor(Math.max(leastPitch, Math.min(tallest, each - labelHeight - belowStrip)))
  const line = labelHeight + tall + belowStrip
  const places = blocks.map((_, at) => ({ x: 0, y: at * line + labelHeight }))
  return { cell: pitch - gap, tall, gap, places, height: blocks.length * line - belowStrip }
}

/** px of the values in cells; undefined if they could not be read. */
export const valueFont = ({ cell, tall }: Pick<CalendarLayout, 'cell' | 'tall'>): number | undefined => {
  const size = Math.min(11, Math.min(cell, tall) * 0.5)
  return size < 8 ? undefined : size
}

/** The rectangle of a cell, in px of the calendar. Without gaps, cells end where the next ones begin. */
export function cellBox({ cell, tall, gap }: CalendarLayout, place: { x: number; y: number }, at: Place) {
  const [x, y] = [place.x + at.column * (cell + gap), place.y + at.row * (tall + gap)]
  if (gap > 0) return { x, y, width: cell, height: tall }
  const [left, top] = [Math.round(x), Math.round(y)]
  return { x: left, y: top, width: Math.round(x + cell) - left, height: Math.round(y + tall) - top }
}

/** Cells of one color as one SVG path, with rounded corners if the form says so. */
export function cellPath(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  radius: number,
): string {
  const r = Math.min(Math.max(0, radius), width / 2, height / 2)
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`
  const [across, down] = [width - 2 * r, height - 2 * r]
  return `M${x + r} ${y}h${across}a${r} ${r} 0 0 1 ${r} ${r}v${down}a${r} ${r} 0 0 1 ${-r} ${r}h${-across}a${r} ${r} 0 0 1 ${-r} ${-r}v${-down}a${r} ${r} 0 0 1 ${r} ${-r}z`
}
