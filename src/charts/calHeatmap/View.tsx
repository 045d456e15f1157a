import { memo, type PointerEvent, useMemo, useState } from 'react'
import { worded } from '../../model/language/written.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import type { ChartComponentProps } from '../shared/contract.ts'
import { timeFormatter } from '../shared/format/index.ts'
import css from '../shared/svg/HoverTip.module.css'
import { type Hover, HoverTip } from '../shared/svg/HoverTip.tsx'
import { SvgParts } from '../shared/svg/SvgParts.tsx'
import { fontSans } from '../shared/theme.ts'
import type { Block } from './calendar.ts'
import { type CalendarLayout, readCalendar } from './layout.ts'
import type { CalHeatmapForm } from './query.ts'
import { type CalendarInput, calendarParts, calendarWriter, type PlacedCalendars, placeCalendars } from './still.ts'

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
  const { blocks, metrics } = model
  const { width } = size
  const placed = useMemo(() => placeCalendars(form, model, size), [form, model, size])
  if (model.needs !== undefined) return <CenteredNote text={worded(model.needs)} />
  const { layout, head, each, height } = placed
  const isScrolled = height > size.height + 1
  const write = calendarWriter(form, datasource)
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
      rows: [{ label: metric.name, value: value === undefined ? worded('No data') : write(value) }],
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
        <Calendars {...{ formData: form, datasource, theme, model, width, placed }} />
      </svg>
      <HoverTip hover={hover} width={width} height={size.height} />
    </div>
  )
}

/** Not redrawn while the pointer moves. */
const Calendars = memo(function Calendars({ placed, ...input }: CalendarInput & { placed: PlacedCalendars }) {
  return <SvgParts parts={calendarParts(input, placed)} />
})

function cellAt(blocks: Block[], { cell, tall, gap, places }: CalendarLayout, x: number, y: number) {
  for (const [at, block] of blocks.entries()) {
    const place = places[at]!
    const column = Math.floor((x - place.x) / (cell + gap))
    const row = Math.floor((y - place.y) / (tall + gap))
    if (column < 0 || row < 0 || column >= block.columns || row >= block.rows) continue
    const found = block.cells.find((each) => each.column === column && each.row === row)
    if (found !== undefined) return found
  }
  return undefined
}
