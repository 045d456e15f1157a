import { type PointerEvent, useState } from 'react'
import { useText } from '../../web/ui/text.ts'
import { timeFormatter } from '../shared/format/index.ts'
import css from './TimeTable.module.css'
import { texts } from './texts.ts'
import type { TimeColumn } from './timeColumn.ts'

interface Props {
  column: TimeColumn
  /** in px; less than that of the column in a narrow table */
  width: number
  /** what the line shows, for screen readers */
  label: string
  values: (number | null)[]
  times: number[]
  grain: string | undefined
  write: (value: number) => string
}

const pad = 4
const axisWidth = 44
/** A narrower line has no numbers beside it, which would take half of its width. */
const leastWithAxis = 110

/** A small line over time. Gaps are missing values. The pointer shows the value below it. */
export function Sparkline({ column, width, label, values, times, grain, write }: Props) {
  const t = useText()
  const [hovered, setHovered] = useState<number>()
  const numbers = values.filter((value) => value !== null)
  const writeTime = timeFormatter(column.dateFormat || 'smart_date', column.dateFormat ? undefined : grain)
  const [low, high] = column.yAxisBounds
  const min = low ?? Math.min(...numbers)
  const max = high ?? Math.max(...numbers)
  const showsAxis = column.showYAxis && width >= leastWithAxis
  const left = showsAxis ? axisWidth : pad
  const inner = { width: width - left - pad, height: column.height - pad * 2 }
  const x = (at: number) => left + (values.length < 2 ? inner.width / 2 : (at / (values.length - 1)) * inner.width)
  const y = (value: number) => {
    const place = max === min ? 0.5 : (value - min) / (max - min)
    return pad + (1 - Math.max(0, Math.min(1, place))) * inner.height
  }
  if (numbers.length === 0) return <span className={css.missing}>{t(texts.missing)}</span>

  const first = values.findIndex((value) => value !== null)
  const last = values.findLastIndex((value) => value !== null)
  const described = t(texts.spark, {
    label,
    first: write(values[first] ?? 0),
    from: writeTime(times[first] ?? 0),
    last: write(values[last] ?? 0),
    to: writeTime(times[last] ?? 0),
    min: write(Math.min(...numbers)),
    max: write(Math.max(...numbers)),
  })
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = Math.round(((event.clientX - box.left - left) / inner.width) * (values.length - 1))
    setHovered(Math.max(0, Math.min(values.length - 1, at)))
  }
  const value = hovered === undefined ? null : (values[hovered] ?? null)
  return (
    <span className={css.spark} style={{ width, height: column.height }}>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing cannot be an img element
        role="img"
        aria-label={described}
        width={width}
        height={column.height}
        onPointerMove={onMove}
        onPointerLeave={() => setHovered(undefined)}
      >
        {showsAxis && (
          <>
            <text x={left - 6} y={pad + 8} className={css.axis}>
              {write(max)}
            </text>
            <text x={left - 6} y={column.height - pad} className={css.axis}>
              {write(min)}
            </text>
            <line x1={left} x2={width - pad} y1={y(min)} y2={y(min)} className={css.base} />
          </>
        )}
        <path d={pathOf(values, x, y)} className={css.line} />
        {last >= 0 && <circle cx={x(last)} cy={y(values[last] ?? 0)} r={2.5} className={css.last} />}
        {hovered !== undefined && value !== null && (
          <circle cx={x(hovered)} cy={y(value)} r={3} className={css.hovered} />
        )}
      </svg>
      {hovered !== undefined && value !== null && (
        <span
          className={css.readout}
          aria-hidden="true"
          style={x(hovered) > width / 2 ? { right: width - x(hovered) + 8 } : { left: x(hovered) + 8 }}
        >
          {t(texts.point, { time: writeTime(times[hovered] ?? 0), value: write(value) })}
        </span>
      )}
    </span>
  )
}

function pathOf(values: (number | null)[], x: (at: number) => number, y: (value: number) => number): string {
  let path = ''
  let isOpen = false
  for (const [at, value] of values.entries()) {
    if (value === null) {
      isOpen = false
      continue
    }
    path += `${isOpen ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
    isOpen = true
  }
  return path
}
