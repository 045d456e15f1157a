import { memo, type PointerEvent, useState } from 'react'
import { worded } from '../../model/language/written.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import type { ChartComponentProps } from '../shared/contract.ts'
import { timeFormatter } from '../shared/format/index.ts'
import css from '../shared/svg/HoverTip.module.css'
import { type Hover, HoverTip } from '../shared/svg/HoverTip.tsx'
import { SvgParts } from '../shared/svg/SvgParts.tsx'
import { fontSans } from '../shared/theme.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { useReading } from '../shared/useReading.ts'
import { valueFormat } from './key.ts'
import { axisHeight, readHorizon } from './layout.ts'
import type { HorizonForm } from './query.ts'
import { type HorizonInput, type HorizonPlace, horizonParts, noValues, placeOf } from './still.ts'

/** Series, one below the other, over one time axis; values are folded into bands. */
export default function Horizon({ picture, ...props }: ChartComponentProps<HorizonForm>) {
  const { formData: form, data, size, theme, datasource, title } = props
  const [hover, setHover] = useState<Hover & { at: number }>()
  const model = useReading(readHorizon, { formData: form, data })
  if (!model) return props.waiting
  const { width } = size
  const { times, series } = model
  const height = Math.max(size.height, 0)
  const { top, rowHeight, bottom } = placeOf(form, series.length, size)
  const isScrolled = bottom + axisHeight > height
  const [start, end] = [times[0] ?? 0, times.at(-1) ?? 0]
  const plotWidth = width - (isScrolled ? 14 : 0)
  const xOf = (time: number) => (end === start ? plotWidth / 2 : ((time - start) / (end - start)) * plotWidth)
  if (series.length === 0) return <CenteredNote text={worded(noValues)} />
  const write = valueFormat(props)
  const writeTime = timeFormatter('smart_date_detailed', form.time_grain_sqla)
  const show = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const row = Math.floor((y + event.currentTarget.scrollTop - top) / rowHeight)
    const one = series[row]
    if (one === undefined) return setHover(undefined)
    const at = nearest(times, start + (x / plotWidth) * (end - start))
    const value = one.values[at] ?? null
    const label = form.horizon_color_scale === 'change' ? worded('{name} (change)', one.name) : one.name
    setHover({
      at,
      x: xOf(times[at] ?? 0),
      y,
      title: writeTime(times[at]),
      rows: [{ label, value: value === null ? worded('No data') : trueMinus(write(value)) }],
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
        width={plotWidth}
        height={Math.max(height - (isScrolled ? 1 : 0), bottom + axisHeight)}
        fontFamily={fontSans}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn inside
        role="img"
        aria-label={`${title}: ${series.length} series from ${writeTime(start)} to ${writeTime(end)}`}
      >
        <Rows
          formData={form}
          data={data}
          datasource={datasource}
          theme={theme}
          width={plotWidth}
          top={top}
          rowHeight={rowHeight}
          bottom={bottom}
        />
        {hover === undefined ? null : (
          <path d={`M${xOf(times[hover.at] ?? 0)} ${top}V${bottom}`} stroke={theme.chartCrosshair} strokeWidth="1" />
        )}
      </svg>
      <HoverTip hover={hover} width={width} height={height} />
    </div>
  )
}

/** Memoized, so that the rows are not drawn again while the pointer moves. */
const Rows = memo(function Rows({ width, ...given }: HorizonInput & HorizonPlace & { width: number }) {
  return <SvgParts parts={horizonParts(given, width, given)} />
})

/** The index of the closest time; times are in ascending order. */
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
