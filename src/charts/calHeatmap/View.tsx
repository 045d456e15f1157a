import { type PointerEvent, useMemo, useState } from 'react'
import { metricLabel } from '../../model/query/labels.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { readableText } from '../shared/color/readable.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { timeFormatter } from '../shared/format/index.ts'
import { axisFormat } from '../shared/metricFormat.ts'
import css from '../shared/svg/HoverTip.module.css'
import { type Hover, HoverTip } from '../shared/svg/HoverTip.tsx'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { type ChartTheme, fontSans } from '../shared/theme.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import type { Block } from './calendar.ts'
import {
  type CalendarLayout,
  type CalendarMetric,
  cellPath,
  layOutCalendar,
  readCalendar,
  stepColors,
} from './layout.ts'
import type { CalHeatmapForm } from './query.ts'
import type { Domain } from './units.ts'

const blockFormats: Record<Domain, string> = { hour: '%H:00', day: '%b %d', week: '%b %d', month: '%b', year: '%Y' }
const cellFormats = {
  min: '%Y-%m-%d %H:%M',
  hour: '%Y-%m-%d %H:00',
  day: '%a %Y-%m-%d',
  week: 'week of %Y-%m-%d',
  month: '%b %Y',
}

/** A calendar for each metric, one below the other. */
export default function CalHeatmap({ picture, ...props }: ChartComponentProps<CalHeatmapForm>) {
  const { formData: form, data, size, theme, datasource, title } = props
  const [hover, setHover] = useState<Hover>()
  const model = useMemo(() => readCalendar({ formData: form, data, datasource }), [form, data, datasource])
  const { colors, stepOf } = useMemo(() => stepColors(form, theme.mode), [form, theme.mode])
  const { blocks, metrics } = model
  const head = (form.show_metric_name || form.show_legend ? 20 : 0) + 4
  const share = size.height / Math.max(1, metrics.length)
  const { width } = size
  const layout = useMemo(
    () => layOutCalendar(form, blocks, { width: width - 12, height: share - head }),
    [form, blocks, width, share, head],
  )
  if (model.needs !== undefined) return <CenteredNote text={model.needs} />
  const each = Math.max(share, layout.height + head + 8)
  const height = Math.max(size.height, each * metrics.length)
  const isScrolled = height > size.height + 1
  const plain = axisFormat({ format: form.y_axis_format }, datasource, form.metrics.map(metricLabel))
  const write = (value: number) => trueMinus(plain(value))
  const writeTime = timeFormatter(
    form.x_axis_time_format === 'smart_date' ? cellFormats[form.subdomain_granularity] : form.x_axis_time_format,
  )
  const show = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const top = y + event.currentTarget.scrollTop
    const metric = metrics[Math.floor(top / each)]
    const found = metric && cellAt(blocks, layout, x, top - Math.floor(top / each) * each - head)
    if (found === undefined || metric === undefined) return setHover(undefined)
    const value = metric.values.get(found.start)
    setHover({
      x,
      y,
      title: writeTime(found.start),
      rows: [{ label: metric.name, value: value === undefined ? 'No data' : write(value) }],
    })
  }
  return (
    <div
      className={css.frame}
      style={isScrolled ? { overflowY: 'auto' } : undefined}
      onPointerMove={show}
      onPointerDown={show}
      onPointerLeave={() => setHover(undefined)}
    >
      <svg
        ref={picture}
        width={isScrolled ? width - 12 : width}
        height={isScrolled ? height : size.height}
        fontFamily={fontSans}
        fontSize="11"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn inside
        role="img"
        aria-label={`${title}: ${metrics.map(({ name }) => name).join(', ')}, ${blocks.length} blocks`}
      >
        {metrics.map((metric, at) => (
          <g key={metric.name} transform={`translate(0,${at * each})`}>
            {form.show_metric_name ? (
              <text x="0" y="12" fill={theme.text2} fontSize="12">
                {cutText(metric.name, width - (form.show_legend ? legendWidth(metric, colors, write, width) : 16))}
              </text>
            ) : null}
            {form.show_legend ? <Legend metric={metric} {...{ colors, write, theme, width: width - 14 }} /> : null}
            <g transform={`translate(0,${head})`}>
              <Labels form={form} blocks={blocks} layout={layout} theme={theme} />
              {pathsOf(blocks, layout, metric, form, stepOf, colors.length).map((path, step) =>
                path === '' ? null : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the path of each color, at its place
                  <path key={step} d={path} fill={colors[step] ?? theme.sunken} />
                ),
              )}
              {form.show_values ? <Values {...{ blocks, layout, metric, colors, stepOf, write }} /> : null}
            </g>
          </g>
        ))}
      </svg>
      <HoverTip hover={hover} width={width} height={size.height} />
    </div>
  )
}

/** One path per color, then one for cells without a value. */
function pathsOf(
  blocks: Block[],
  { cell, gap, places }: CalendarLayout,
  metric: CalendarMetric,
  form: CalHeatmapForm,
  stepOf: (value: number, domain: [number, number]) => number,
  steps: number,
): string[] {
  const parts: string[][] = Array.from({ length: steps + 1 }, () => [])
  for (const [at, block] of blocks.entries()) {
    const place = places[at]!
    for (const { start, column, row } of block.cells) {
      const value = metric.values.get(start)
      const step = value === undefined ? steps : stepOf(value, metric.domain)
      parts[step]!.push(cellPath(place.x + column * (cell + gap), place.y + row * (cell + gap), cell, form.cell_radius))
    }
  }
  return parts.map((each) => each.join(''))
}

function Labels({
  form,
  blocks,
  layout,
  theme,
}: {
  form: CalHeatmapForm
  blocks: Block[]
  layout: CalendarLayout
  theme: ChartTheme
}) {
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
    return (
      <text key={start} x={x} y={y - 5} fill={theme.chartLabel}>
        {text}
      </text>
    )
  })
}

/** The value in each cell that has room for it. */
function Values({
  blocks,
  layout: { cell, gap, places },
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
}) {
  const fontSize = Math.min(11, cell * 0.5)
  // smaller ones cannot be read
  if (fontSize < 8) return null
  return blocks.flatMap((block, at) =>
    block.cells.map(({ start, column, row }) => {
      const value = metric.values.get(start)
      const text = value === undefined ? '' : write(value)
      if (value === undefined || (labelWidth(text) * fontSize) / 11 > cell) return null
      return (
        <text
          key={start}
          x={places[at]!.x + column * (cell + gap) + cell / 2}
          y={places[at]!.y + row * (cell + gap) + cell / 2}
          dy="0.35em"
          textAnchor="middle"
          fontSize={fontSize}
          fill={readableText(colors[stepOf(value, metric.domain)] ?? '#ffffff')}
        >
          {text}
        </text>
      )
    }),
  )
}

const squareOf = (colors: string[], width: number) => Math.max(3, Math.min(10, (width * 0.3) / colors.length))

function legendWidth(metric: CalendarMetric, colors: string[], write: (value: number) => string, width: number) {
  const ends = metric.domain.reduce((sum, value) => sum + labelWidth(write(value)), 0)
  return ends + squareOf(colors, width) * colors.length + 40
}

/** The colors from the smallest to the largest value, at the right. */
function Legend({
  metric,
  colors,
  write,
  theme,
  width,
}: {
  metric: CalendarMetric
  colors: string[]
  write: (value: number) => string
  theme: ChartTheme
  width: number
}) {
  const [low, high] = metric.domain.map(write) as [string, string]
  const square = squareOf(colors, width)
  const right = width - labelWidth(high) - 4
  const left = right - square * colors.length - 4
  return (
    <>
      <text x={left - 4} y="12" textAnchor="end" fill={theme.chartLabel}>
        {low}
      </text>
      {colors.map((color, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: colors at their places
        <rect key={at} x={left + at * square} y="3" width={square} height="10" fill={color} />
      ))}
      <text x={right} y="12" fill={theme.chartLabel}>
        {high}
      </text>
    </>
  )
}

function cellAt(blocks: Block[], { cell, gap, places }: CalendarLayout, x: number, y: number) {
  for (const [at, block] of blocks.entries()) {
    const place = places[at]!
    const column = Math.floor((x - place.x) / (cell + gap))
    const row = Math.floor((y - place.y) / (cell + gap))
    if (column < 0 || row < 0 || column >= block.columns || row >= block.rows) continue
    const found = block.cells.find((each) => each.column === column && each.row === row)
    if (found !== undefined) return found
  }
  return undefined
}
