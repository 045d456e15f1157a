import { metricLabel } from '../../model/query/labels.ts'
import { readableText } from '../shared/color/readable.ts'
import type { ChartDatasource, DrawInput } from '../shared/contract.ts'
import { timeFormatter } from '../shared/format/index.ts'
import { axisFormat } from '../shared/metricFormat.ts'
import { h, type SvgChild, type SvgNode } from '../shared/svg/tree.ts'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { fontSans } from '../shared/theme.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { type Block, monthColumns } from './calendar.ts'
import {
  type CalendarLayout,
  type CalendarMetric,
  type CalendarModel,
  cellBox,
  cellPath,
  layOutCalendar,
  readCalendar,
  stepColors,
  valueFont,
} from './layout.ts'
import type { CalHeatmapForm } from './query.ts'
import type { Domain } from './units.ts'

const blockFormats: Record<Domain, string> = { hour: '%H:00', day: '%b %d', week: '%b %d', month: '%b', year: '%Y' }

/** The layout of one calendar for each metric, one below the other. */
export interface PlacedCalendars {
  layout: CalendarLayout
  /** px above the cells of each calendar */
  head: number
  /** height of each calendar in px */
  each: number
  /** as configured, or because there is no room for the configured values */
  hasLegend: boolean
  /** px of the whole picture, which may be more than the chart has */
  height: number
}

/** px below the cells of each calendar */
const foot = 8

export function placeCalendars(
  form: CalHeatmapForm,
  { blocks, metrics }: Pick<CalendarModel, 'blocks' | 'metrics'>,
  { width, height }: { width: number; height: number },
): PlacedCalendars {
  const share = height / Math.max(1, metrics.length)
  const place = (hasLegend: boolean) => {
    const head = (form.show_metric_name || hasLegend ? 20 : 0) + 4
    const room = { width: width - 12, height: share - head - foot }
    return { head, hasLegend, layout: layOutCalendar(form, blocks, room) }
  }
  let placed = place(form.show_legend)
  // the configured values cannot be read in small cells: the legend explains the colors instead
  if (form.show_values && !form.show_legend && valueFont(placed.layout) === undefined) placed = place(true)
  const { head, hasLegend, layout } = placed
  const each = Math.max(share, layout.height + head + foot)
  return { layout, head, each, hasLegend, height: Math.max(height, each * metrics.length) }
}

/** The format of the values. */
export function calendarWriter(form: CalHeatmapForm, datasource: ChartDatasource): (value: number) => string {
  const plain = axisFormat({ format: form.y_axis_format }, datasource, form.metrics.map(metricLabel))
  return (value) => trueMinus(plain(value))
}

export interface CalendarInput extends Pick<DrawInput<CalHeatmapForm>, 'formData' | 'datasource' | 'theme'> {
  model: Pick<CalendarModel, 'blocks' | 'metrics'>
  width: number
}

export function calendarParts(input: CalendarInput, { layout, head, each, hasLegend }: PlacedCalendars): SvgChild[] {
  const { formData: form, datasource, theme, model, width } = input
  const { blocks, metrics } = model
  const { colors, stepOf } = stepColors(form, theme.mode)
  const write = calendarWriter(form, datasource)
  return metrics.map((metric, at) =>
    h(
      'g',
      { transform: `translate(0,${at * each})` },
      Boolean(form.show_metric_name) &&
        h(
          'text',
          { x: 0, y: 12, fill: theme.text2, fontSize: 12 },
          cutText(metric.name, width - (hasLegend ? legendWidth(metric, colors, write, width) : 16)),
        ),
      hasLegend ? legend(metric, { colors, write, theme, width: width - 14 }) : null,
      h(
        'g',
        { transform: `translate(0,${head})` },
        labels(form, blocks, layout, theme),
        pathsOf(blocks, layout, metric, form, stepOf, colors.length).map(
          (path, step) => path !== '' && h('path', { d: path, fill: colors[step] ?? theme.sunken }),
        ),
        form.show_values ? values({ blocks, layout, metric, colors, stepOf, write }) : null,
      ),
    ),
  )
}

/** In a picture, calendars that are too high are scaled down. On a page, they scroll instead. */
export function still(input: DrawInput<CalHeatmapForm>): SvgNode | string {
  const { formData: form, size } = input
  const model = readCalendar(input)
  if (model.needs !== undefined) return model.needs
  const placed = placeCalendars(form, model, size)
  return h(
    'svg',
    { ...size, viewBox: `0 0 ${size.width} ${placed.height}`, fontFamily: fontSans, fontSize: 11 },
    calendarParts({ ...input, model, width: size.width }, placed),
  )
}

/** One path per color, then one for cells without a value. */
function pathsOf(
  blocks: Block[],
  layout: CalendarLayout,
  metric: CalendarMetric,
  form: CalHeatmapForm,
  stepOf: (value: number, domain: [number, number]) => number,
  steps: number,
): string[] {
  const parts: string[][] = Array.from({ length: steps + 1 }, () => [])
  for (const [at, block] of blocks.entries()) {
    const place = layout.places[at]!
    for (const { start, column, row } of block.cells) {
      const value = metric.values.get(start)
      const step = value === undefined ? steps : stepOf(value, metric.domain)
      parts[step]!.push(cellPath(cellBox(layout, place, { column, row }), form.cell_radius))
    }
  }
  return parts.map((each) => each.join(''))
}

function labels(
  form: CalHeatmapForm,
  blocks: Block[],
  layout: CalendarLayout,
  theme: DrawInput<unknown>['theme'],
): SvgChild[] {
  const write = timeFormatter(blockFormats[form.domain_granularity])
  const writeYear = timeFormatter('%b %Y')
  return blocks.map(({ start }, at) => {
    const { x, y } = layout.places[at]!
    const isYear = form.domain_granularity === 'month' && (at === 0 || new Date(start).getUTCMonth() === 0)
    const isDay = form.domain_granularity === 'hour' && (at === 0 || start % 86_400_000 === 0)
    const room = (layout.places[at + 1]?.x ?? 0) - x
    const hasYear = isYear && (room <= 0 || labelWidth(writeYear(start)) < room)
    const text = hasYear
      ? writeYear(start)
      : isYear
        ? timeFormatter('%Y')(start)
        : isDay
          ? timeFormatter('%b %d')(start)
          : write(start)
    return [
      h('text', { x, y: y - 5, fill: theme.chartLabel }, text),
      monthNames(form, blocks[at]!, layout).map((name) =>
        h('text', { x: x + name.x, y: y - 5, fill: theme.chartLabel }, name.text),
      ),
    ]
  })
}

/** The months of a year of days or weeks, beside the label of the year: as many as have room, at equal distances. */
export function monthNames(
  form: CalHeatmapForm,
  block: Block,
  { cell, gap }: Pick<CalendarLayout, 'cell' | 'gap'>,
): { x: number; text: string }[] {
  const { domain_granularity: domain, subdomain_granularity: subdomain } = form
  if (domain !== 'year' || (subdomain !== 'day' && subdomain !== 'week')) return []
  const write = timeFormatter('%b')
  const months = monthColumns(block, subdomain).map(({ month, column }) => ({
    x: column * (cell + gap),
    text: write(month),
  }))
  const year = timeFormatter(blockFormats.year)(block.start)
  const room = Math.max(...[year, ...months.map(({ text }) => text)].map(labelWidth)) + 4
  // the first month has the label of the year
  const steps = [1, 2, 3, 4, 6]
  const step = steps.find((each) => ((block.columns * (cell + gap)) / 12) * each >= room)
  return step === undefined ? [] : months.filter((_, at) => at > 0 && at % step === 0)
}

/** The value in each cell that has room for it. */
function values({
  blocks,
  layout,
  metric,
  colors,
  stepOf,
  write,
}: {
  blocks: Block[]
  layout: CalendarLayout
  metric: CalendarMetric
  colors: string[]
  stepOf: (value: number, domain: [number, number]) => number
  write: (value: number) => string
}): SvgChild[] {
  const fontSize = valueFont(layout)
  if (fontSize === undefined) return []
  return blocks.flatMap((block, at) =>
    block.cells.map(({ start, column, row }) => {
      const value = metric.values.get(start)
      const text = value === undefined ? '' : write(value)
      const { x, y, width, height } = cellBox(layout, layout.places[at]!, { column, row })
      if (value === undefined || (labelWidth(text) * fontSize) / 11 > width) return null
      return h(
        'text',
        {
          x: x + width / 2,
          y: y + height / 2,
          dy: '0.35em',
          textAnchor: 'middle',
          fontSize,
          fill: readableText(colors[stepOf(value, metric.domain)] ?? '#ffffff'),
        },
        text,
      )
    }),
  )
}

const squareOf = (colors: string[], width: number) => Math.max(3, Math.min(10, (width * 0.3) / colors.length))

function legendWidth(metric: CalendarMetric, colors: string[], write: (value: number) => string, width: number) {
  const ends = metric.domain.reduce((sum, value) => sum + labelWidth(write(value)), 0)
  return ends + squareOf(colors, width) * colors.length + 40
}

/** The colors from the smallest to the largest value, on the right. */
function legend(
  metric: CalendarMetric,
  {
    colors,
    write,
    theme,
    width,
  }: { colors: string[]; write: (value: number) => string; theme: DrawInput<unknown>['theme']; width: number },
): SvgChild[] {
  const [low, high] = metric.domain.map(write) as [string, string]
  const square = squareOf(colors, width)
  const right = width - labelWidth(high) - 4
  const left = right - square * colors.length - 4
  return [
    h('text', { x: left - 4, y: 12, textAnchor: 'end', fill: theme.chartLabel }, low),
    colors.map((color, at) => h('rect', { x: left + at * square, y: 3, width: square, height: 10, fill: color })),
    h('text', { x: right, y: 12, fill: theme.chartLabel }, high),
  ]
}
