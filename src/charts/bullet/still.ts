import { metricLabel } from '../../model/query/labels.ts'
import { mixed } from '../shared/color/contrast.ts'
import type { ChartDatasource, DrawInput } from '../shared/contract.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { cutText } from '../shared/textWidth.ts'
import { fontSans } from '../shared/theme.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { type Mark, readBullet, ticksOf } from './layout.ts'
import { namesOfRanges, placeNames } from './names.ts'
import type { BulletForm } from './query.ts'

export const noValue = 'A bullet chart needs a metric with a number: the value of this one is empty.'

/** Share of the text color in the shortest and the longest of `count` ranges, and in those between. */
function shadeOf(at: number, count: number): number {
  const step = Math.min(0.07, 0.2 / Math.max(1, count - 1))
  return 0.1 + step * Math.min(at, count - 1)
}

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
  const labels = [...model.markers, ...model.lines].filter(hasLabel)
  const [left, right] = [4, size.width - 16]
  const xOf = (each: number) => left + ((each - domain[0]) / (domain[1] - domain[0])) * (right - left)
  const font = fontOf(size)
  const line = Math.round(font * 1.4)
  const names = placeNames(
    labels.map(({ label, value: at }) => ({ label, x: xOf(at) })),
    size.width,
    font,
  ).filter(({ row }) => row === 0 || (row + 1) * line < size.height * 0.3)
  const rangeNames = namesOfRanges(model.ranges, xOf, domain, font)
  const nameRows = 1 + names.reduce((most, { row }) => Math.max(most, row), -1)
  const above = nameRows * line + font * 2
  const below = 8 + line + (rangeNames.length > 0 ? line : 0)
  const bar = Math.max(10, Math.min(size.height * 0.12, 96), Math.min(56, size.height - above - below))
  const top = Math.max(above, above + (size.height - above - bar - below) / 2)
  const zero = xOf(Math.min(domain[1], Math.max(domain[0], 0)))
  const span = (each: number) => ({ x: Math.min(zero, xOf(each)), width: Math.abs(xOf(each) - zero) })
  const half = Math.min(Math.max(6, bar / 8), bar / 5)
  return h(
    'svg',
    { width: size.width, height: size.height, fontFamily: fontSans, fontSize: font },
    h(
      'text',
      { x: left, y: top - nameRows * line - font * 0.75, fill: theme.text2, fontSize: font * headGrowth },
      cutText(name, size.width * 0.6, font * headGrowth),
      h('tspan', { dx: 6, fill: theme.text, fontWeight: 560 }, write(value)),
    ),
    model.ranges.map((range, at) =>
      h('rect', {
        ...span(range.value),
        y: top,
        height: bar,
        fill: mixed(theme.surface, theme.text, shadeOf(at, model.ranges.length)),
      }),
    ),
    h('rect', {
      ...span(value),
      y: top + bar * 0.32,
      height: bar * 0.36,
      fill: color(metric),
      // ranges may be as light as the bar
      stroke: theme.surface,
      strokeWidth: 4,
      paintOrder: 'stroke',
      rx: 1,
    }),
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
    names.map(({ label, x, anchor, row }) =>
      h('text', { x, y: top - 6 - row * line, textAnchor: anchor, fill: theme.chartLabel }, label),
    ),
    ticksOf(domain, Math.min(6, size.width / 70)).map((tick) => [
      h('path', { d: `M${xOf(tick)} ${top + bar}v4`, stroke: theme.chartAxis }),
      h(
        'text',
        {
          x: xOf(tick),
          y: top + bar + 4 + font,
          textAnchor: xOf(tick) < 14 ? 'start' : xOf(tick) > right - 6 ? 'end' : 'middle',
          fill: theme.chartLabel,
        },
        write(tick),
      ),
    ]),
    rangeNames.map(({ label, x, anchor }) =>
      h('text', { x, y: top + bar + 4 + font + line, textAnchor: anchor, fill: theme.chartLabel }, label),
    ),
  )
}

const hasLabel = ({ label }: Mark) => label !== ''

/** px of the texts: larger in large charts. */
const fontOf = ({ width, height }: { width: number; height: number }) =>
  Math.round(Math.max(11, Math.min(16, Math.min(width / 60, height / 40))))

/** The name and the value are a little larger than the other texts. */
const headGrowth = 12 / 11
