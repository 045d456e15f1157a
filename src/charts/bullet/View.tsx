import { type PointerEvent, useMemo, useState } from 'react'
import { metricLabel } from '../../model/query/labels.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import type { ChartComponentProps } from '../shared/contract.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import css from '../shared/svg/HoverTip.module.css'
import { type Hover, HoverTip } from '../shared/svg/HoverTip.tsx'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { fontSans } from '../shared/theme.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { type Mark, readBullet, ticksOf } from './layout.ts'
import type { BulletForm } from './query.ts'

/** Opacity of the ranges, from the longest to the shortest. */
const shades = [0.07, 0.15, 0.24, 0.32]

/** One value as a bar on shaded ranges, with triangles and lines as targets. */
export default function Bullet({ picture, ...props }: ChartComponentProps<BulletForm>) {
  const { formData: form, data, size, theme, datasource, title, color } = props
  const [hover, setHover] = useState<Hover>()
  const model = useMemo(() => readBullet({ formData: form, data }), [form, data])
  const metric = form.metric === undefined ? '' : metricLabel(form.metric)
  const name = datasource.verboseMap[metric] ?? metric
  const plain = metricFormat({ format: 'SMART_NUMBER' }, datasource, metric)
  const write = (value: number) => trueMinus(plain(value))
  if (model.value === null)
    return <CenteredNote text="A bullet chart needs a metric with a number: the value of this one is empty." />
  const { value, domain } = model
  const labels = [...model.markers, ...model.lines].filter(({ label }) => label !== '')
  const [left, right] = [4, size.width - 16]
  const above = (labels.length > 0 ? 16 : 0) + 22
  const bar = Math.max(10, Math.min(56, size.height - above - 22 - (model.ranges.some(hasLabel) ? 16 : 0)))
  const top = above + Math.max(0, (size.height - above - bar - 40) / 2)
  const xOf = (each: number) => left + ((each - domain[0]) / (domain[1] - domain[0])) * (right - left)
  const zero = xOf(Math.min(domain[1], Math.max(domain[0], 0)))
  const span = (each: number) => ({ x: Math.min(zero, xOf(each)), width: Math.abs(xOf(each) - zero) })
  const ink = color(metric)
  const rowsOf = (marks: Mark[], fallback: string) =>
    marks.map((mark) => ({ label: mark.label || `${fallback} ${write(mark.value)}`, value: write(mark.value) }))
  const show = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    setHover({
      x: event.clientX - box.left,
      y: event.clientY - box.top,
      title: name,
      rows: [
        { label: 'Value', value: write(value), color: ink },
        ...rowsOf(model.markers, 'Marker'),
        ...rowsOf(model.lines, 'Line'),
        ...rowsOf(form.ranges === '' ? [] : model.ranges, 'Range to'),
      ],
    })
  }
  const half = Math.min(6, bar / 5)
  return (
    <div className={css.frame} onPointerMove={show} onPointerDown={show} onPointerLeave={() => setHover(undefined)}>
      <svg
        ref={picture}
        width={size.width}
        height={size.height}
        fontFamily={fontSans}
        fontSize="11"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn inside
        role="img"
        aria-label={`${title}: ${name} is ${write(value)}`}
      >
        <text x={left} y={top - (labels.length > 0 ? 22 : 8)} fill={theme.text2} fontSize="12">
          {cutText(name, size.width * 0.6)}
          <tspan dx="6" fill={theme.text} fontWeight="560">
            {write(value)}
          </tspan>
        </text>
        {model.ranges.map((range, at) => (
          <rect
            // ranges are identified by their place
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={at}
            {...span(range.value)}
            y={top}
            height={bar}
            fill={theme.text}
            fillOpacity={shades[Math.min(at, shades.length - 1)]}
          />
        ))}
        <rect {...span(value)} y={top + bar * 0.32} height={bar * 0.36} fill={ink} rx="1" />
        {model.lines.map(({ value: at }, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their place
            key={index}
            x={xOf(at) - 1}
            y={top + bar * 0.12}
            width="2"
            height={bar * 0.76}
            fill={theme.text}
          />
        ))}
        {model.markers.map(({ value: at }, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: markers are identified by their place
            key={index}
            d={`M${xOf(at)} ${top + bar / 2 - half}l${half} ${half * 2}h${-half * 2}z`}
            fill={theme.surface}
            stroke={theme.text}
            strokeWidth="1.5"
          />
        ))}
        {apart(labels, xOf, size.width).map(({ label, x, anchor }) => (
          <text key={`${label}-${x}`} x={x} y={top - 6} textAnchor={anchor} fill={theme.chartLabel}>
            {label}
          </text>
        ))}
        {ticksOf(domain, Math.min(6, size.width / 70)).map((tick) => (
          <g key={tick}>
            <path d={`M${xOf(tick)} ${top + bar}v4`} stroke={theme.chartAxis} />
            <text
              x={xOf(tick)}
              y={top + bar + 15}
              textAnchor={xOf(tick) < 14 ? 'start' : xOf(tick) > right - 6 ? 'end' : 'middle'}
              fill={theme.chartLabel}
            >
              {write(tick)}
            </text>
          </g>
        ))}
        {apart(model.ranges.filter(hasLabel), xOf, size.width).map(({ label, x }) => (
          <text key={`${label}-${x}`} x={x - 2} y={top + bar + 31} textAnchor="end" fill={theme.chartLabel}>
            {label}
          </text>
        ))}
      </svg>
      <HoverTip hover={hover} width={size.width} height={size.height} />
    </div>
  )
}

const hasLabel = ({ label }: Mark) => label !== ''

/** Labels centered on their values, without those that would overlap the one before. */
function apart(marks: Mark[], xOf: (value: number) => number, width: number) {
  let end = 0
  return marks
    .toSorted((one, other) => one.value - other.value)
    .flatMap(({ label, value }) => {
      const room = labelWidth(label)
      const x = xOf(value)
      const anchor =
        x + room / 2 > width ? ('end' as const) : x - room / 2 < 0 ? ('start' as const) : ('middle' as const)
      const from = anchor === 'start' ? x : anchor === 'end' ? x - room : x - room / 2
      if (from < end) return []
      end = from + room + 6
      return [{ label, x, anchor }]
    })
}
