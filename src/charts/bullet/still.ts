import { metricLabel } from '../../model/query/labels.ts'
import type { ChartDatasource, DrawInput } from '../shared/contract.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { fontSans } from '../shared/theme.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { type Mark, readBullet, ticksOf } from './layout.ts'
import type { BulletForm } from './query.ts'

export const noValue = 'A bullet chart needs a metric with a number: the value of this one is empty.'

/** Opacity of the ranges, from the longest to the shortest. */
const shades = [0.07, 0.15, 0.24, 0.32]

/** The format of the values. */
export function bulletWriter(metric: string, datasource: ChartDatasource): (value: number) => string {
  const plain = metricFormat({ format: 'SMART_NUMBER' }, datasource, metric)
  return (value) => trueMinus(plain(value))
}

/** One value as a bar on shaded ranges, with triangles and lines as targets. */
export function still({
  formData: form,
  data,
  size,
  theme,
  datasource,
  color,
}: DrawInput<BulletForm>): SvgNode | string {
  const model = readBullet({ formData: form, data })
  const { value, domain } = model
  if (value === null) return noValue
  const metric = form.metric === undefined ? '' : metricLabel(form.metric)
  const name = datasource.verboseMap[metric] ?? metric
  const write = bulletWriter(metric, datasource)
  const labels = [...model.markers, ...model.lines].filter(({ label }) => label !== '')
  const [left, right] = [4, size.width - 16]
  const above = (labels.length > 0 ? 16 : 0) + 22
  const bar = Math.max(10, Math.min(56, size.height - above - 22 - (model.ranges.some(hasLabel) ? 16 : 0)))
  const top = above + Math.max(0, (size.height - above - bar - 40) / 2)
  const xOf = (each: number) => left + ((each - domain[0]) / (domain[1] - domain[0])) * (right - left)
  const zero = xOf(Math.min(domain[1], Math.max(domain[0], 0)))
  const span = (each: number) => ({ x: Math.min(zero, xOf(each)), width: Math.abs(xOf(each) - zero) })
  const half = Math.min(6, bar / 5)
  return h(
    'svg',
    { width: size.width, height: size.height, fontFamily: fontSans, fontSize: 11 },
    h(
      'text',
      { x: left, y: top - (labels.length > 0 ? 22 : 8), fill: theme.text2, fontSize: 12 },
      cutText(name, size.width * 0.6),
      h('tspan', { dx: 6, fill: theme.text, fontWeight: 560 }, write(value)),
    ),
    model.ranges.map((range, at) =>
      h('rect', {
        ...span(range.value),
        y: top,
        height: bar,
        fill: theme.text,
        fillOpacity: shades[Math.min(at, shades.length - 1)],
      }),
    ),
    h('rect', { ...span(value), y: top + bar * 0.32, height: bar * 0.36, fill: color(metric), rx: 1 }),
    model.lines.map(({ value: at }) =>
      h('rect', { x: xOf(at) - 1, y: top + bar * 0.12, width: 2, height: bar * 0.76, fill: theme.text }),
    ),
    model.markers.map(({ value: at }) =>
      h('path', {
        d: `M${xOf(at)} ${top + bar / 2 - half}l${half} ${half * 2}h${-half * 2}z`,
        fill: theme.surface,
        stroke: theme.text,
        strokeWidth: 1.5,
      }),
    ),
    apart(labels, xOf, size.width).map(({ label, x, anchor }) =>
      h('text', { x, y: top - 6, textAnchor: anchor, fill: theme.chartLabel }, label),
    ),
    ticksOf(domain, Math.min(6, size.width / 70)).map((tick) => [
      h('path', { d: `M${xOf(tick)} ${top + bar}v4`, stroke: theme.chartAxis }),
      h(
        'text',
        {
          x: xOf(tick),
          y: top + bar + 15,
          textAnchor: xOf(tick) < 14 ? 'start' : xOf(tick) > right - 6 ? 'end' : 'middle',
          fill: theme.chartLabel,
        },
        write(tick),
      ),
    ]),
    apart(model.ranges.filter(hasLabel), xOf, size.width).map(({ label, x }) =>
      h('text', { x: x - 2, y: top + bar + 31, textAnchor: 'end', fill: theme.chartLabel }, label),
    ),
  )
}

const hasLabel = ({ label }: Mark) => label !== ''

/** Labels centered on their values, without those that would overlap the previous one. */
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
