import { type PointerEvent, useMemo, useState } from 'react'
import { metricLabel } from '../../model/query/labels.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import type { ChartComponentProps } from '../shared/contract.ts'
import { timeFormatter } from '../shared/format/index.ts'
import { axisFormat } from '../shared/metricFormat.ts'
import css from '../shared/svg/HoverTip.module.css'
import { type Hover, HoverTip } from '../shared/svg/HoverTip.tsx'
import { timeTicks } from '../shared/svg/timeTicks.ts'
import { cutText } from '../shared/textWidth.ts'
import { type ChartMode, fontSans } from '../shared/theme.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { bandPaths, readHorizon, rowHeightOf } from './layout.ts'
import type { HorizonForm } from './query.ts'

/** Colors of the bands from zero outwards, on each side. */
const colors: Record<ChartMode, { above: string[]; below: string[] }> = {
  light: {
    above: ['#c3d5ea', '#8fb2da', '#5585c4', '#2d5aa0'],
    below: ['#efcbb9', '#d9977a', '#b8663f', '#8c3b1f'],
  },
  dark: {
    above: ['#2f4663', '#3f6797', '#5f90cf', '#97bdf0'],
    below: ['#6b4234', '#a35d3e', '#d07f58', '#f0a27f'],
  },
}

const axisHeight = 18

/** Series below each other over one time axis; values are folded into bands. */
export default function Horizon({ picture, ...props }: ChartComponentProps<HorizonForm>) {
  const { formData: form, data, size, theme, datasource, title } = props
  const [hover, setHover] = useState<Hover & { at: number }>()
  const model = useMemo(() => readHorizon({ formData: form, data }), [form, data])
  const { width } = size
  const { times, series } = model
  const rowHeight = rowHeightOf(form, series.length, size.height)
  const height = Math.max(size.height, 0)
  const rowsHeight = rowHeight * series.length
  const isScrolled = rowsHeight + axisHeight > height
  const [start, end] = [times[0] ?? 0, times.at(-1) ?? 0]
  const plotWidth = width - (isScrolled ? 14 : 0)
  const xOf = (time: number) => (end === start ? plotWidth / 2 : ((time - start) / (end - start)) * plotWidth)
  const paths = useMemo(
    () =>
      series.map((one, row) => {
        const place = (time: number) => (end === start ? plotWidth / 2 : ((time - start) / (end - start)) * plotWidth)
        return bandPaths(one, (at) => place(times[at] ?? 0), { top: row * rowHeight + 1, height: rowHeight - 2 })
      }),
    [series, times, start, end, plotWidth, rowHeight],
  )
  if (series.length === 0)
    return (
      <CenteredNote text="A horizon chart needs a metric with numbers over time: every value of this one is empty." />
    )
  const write = axisFormat({ format: 'SMART_NUMBER' }, datasource, form.metrics.map(metricLabel))
  const writeTime = timeFormatter('smart_date_detailed', form.time_grain_sqla)
  const show = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const row = Math.floor((y + event.currentTarget.scrollTop) / rowHeight)
    const one = series[row]
    if (one === undefined) return setHover(undefined)
    const at = nearest(times, start + (x / plotWidth) * (end - start))
    const value = one.values[at] ?? null
    const label = form.horizon_color_scale === 'change' ? `${one.name} (change)` : one.name
    setHover({
      at,
      x: xOf(times[at] ?? 0),
      y,
      title: writeTime(times[at]),
      rows: [{ label, value: value === null ? 'No data' : trueMinus(write(value)) }],
    })
  }
  const { above, below } = colors[theme.mode]
  const ink = { fill: theme.chartText, stroke: theme.surface, strokeWidth: 2.5, paintOrder: 'stroke' as const }
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
        width={plotWidth}
        height={Math.max(height - (isScrolled ? 1 : 0), rowsHeight + axisHeight)}
        fontFamily={fontSans}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn inside
        role="img"
        aria-label={`${title}: ${series.length} series from ${writeTime(start)} to ${writeTime(end)}`}
      >
        {paths.map((rowPaths, row) => (
          // rows are identified by their place: two may have the same name
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <g key={row}>
            {rowPaths.map(({ band, path }) => (
              <path key={band} d={path} fill={(band > 0 ? above : below)[Math.abs(band) - 1]} />
            ))}
            <path d={`M0 ${(row + 1) * rowHeight - 0.5}H${plotWidth}`} stroke={theme.divider} strokeWidth="1" />
            {rowHeight >= 13 ? (
              <text x="4" y={row * rowHeight + rowHeight / 2} dy="0.35em" fontSize="11" {...ink}>
                {cutText(series[row]?.name ?? '', plotWidth * 0.4, 11)}
              </text>
            ) : null}
          </g>
        ))}
        {timeTicks(start, end, plotWidth / 80).map(({ time, label }) => (
          <text
            key={time}
            x={Math.min(plotWidth - 2, Math.max(2, xOf(time)))}
            y={rowsHeight + 13}
            fontSize="11"
            fill={theme.chartLabel}
            textAnchor={xOf(time) < 16 ? 'start' : xOf(time) > plotWidth - 16 ? 'end' : 'middle'}
          >
            {label}
          </text>
        ))}
        {hover === undefined ? null : (
          <path d={`M${xOf(times[hover.at] ?? 0)} 0V${rowsHeight}`} stroke={theme.chartCrosshair} strokeWidth="1" />
        )}
      </svg>
      <HoverTip hover={hover} width={width} height={height} />
    </div>
  )
}

/** The index of the time that is closest; times ascend. */
function nearest(times: readonly number[], wanted: number): number {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  const [before, after] = [times[low - 1], times[low]]
  return before !== undefined && after !== undefined && wanted - before < after - wanted ? low - 1 : low
}
