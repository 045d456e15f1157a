import type { EChartsOption, SunburstSeriesOption, TitleComponentOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import { belowZeroText } from '../shared/belowZero.ts'
import { categoricalColors, mixed } from '../shared/color/index.ts'
import { readableText } from '../shared/color/readable.ts'
import { sequentialScale } from '../shared/color/sequential.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { groupMask } from '../shared/crossFilter.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { type Branch, combinedText, combineSmall, flatBranches, foldLevels, pathText } from '../shared/hierarchy.ts'
import { metricFormat, type NumberFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import type { Steps } from '../shared/steps.ts'
import { cutText, labelWidth, textWidth } from '../shared/textWidth.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import type { SunburstForm } from './query.ts'

type Node = NonNullable<SunburstSeriesOption['data']>[number]

type Result = Pick<DrawInput<SunburstForm>, 'formData' | 'data' | 'datasource'>

/** With more parts, each would be only a few px wide. */
const mostParts = 600

/** Radius of the hole in the middle, as a fraction of the radius. */
const hole = 0.3

/** The levels of the result with the sums of both metrics. Rows whose primary metric is not above zero have no angle. */
const foldedRings = readInSteps(function* ({ formData: form, data }: Result): Steps<Branch[]> {
  const groups = readGroups(data[0], form.columns, form.date_format)
  const primary = readMetric(data[0], form.metric)
  const secondary = readMetric(data[0], form.secondary_metric ?? form.metric)
  return yield* foldLevels(groups, [primary, secondary], ([amount = 0]) => amount > 0)
})

const shownRings = readInSteps(function* (input: Result) {
  return yield* combineSmall(yield* foldedRings.steps(input), mostParts, input.formData.sort_by_metric)
})

/** The parts that are drawn. */
export const readRings = (input: Result): Branch[] => shownRings(input).branches

function hasColorMetric({ metric, secondary_metric: second }: SunburstForm): boolean {
  return second !== undefined && (metric === undefined || metricLabel(metric) !== metricLabel(second))
}

const labelOf = (branch: Branch) => branch.path.join(',')

function needs(input: Result): string | undefined {
  if (input.formData.columns.length === 0) return 'A sunburst chart needs at least one level in its hierarchy.'
  return foldedRings(input).length > 0 ? undefined : 'A sunburst chart needs a primary metric with values above zero.'
}

function option(input: DrawInput<SunburstForm>): EChartsOption {
  const { formData: form, theme, size } = input
  const { branches, combined } = shownRings(input)
  if (branches.length === 0) return {}
  const flat = [undefined, ...flatBranches(branches)]
  const total = branches.reduce((sum, { sums }) => sum + (sums[0] ?? 0), 0)
  const colorOf = colorsOf(input, branches)
  const below = notesBelow(
    [combined > 0 && combinedText(mostParts, combined), belowZeroText(readMetric(input.data[0], form.metric))],
    input,
  )
  const radius = Math.max(16, Math.min(size.width, size.height - 2 * below.height) / 2 - 4)
  const levels = Math.max(...flat.map((branch) => branch?.path.length ?? 0))
  const write = formatOf(input, form.metric)
  const ring = (radius * (1 - hole)) / levels
  const minAngle = Math.max(form.show_labels_threshold * 3.6, (13 / (radius * hole)) * (180 / Math.PI) * 0.5)
  const look = { colorOf, write, room: ring - 8, leastNamed: (total * minAngle) / 360 }
  const isMany = flat.length > mostParts
  const titles = [
    ...(form.show_total ? [totalTitle(`${worded('Total')}: ${write(total)}`, radius * hole, input)] : []),
    ...(below.option.title ? [below.option.title] : []),
  ]
  return {
    ...(titles.length > 0 && { title: titles }),
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const branch = flat[(params as { dataIndex: number }).dataIndex]
        return branch === undefined ? '' : tooltipOf(input, { branch, branches, total, color: colorOf(branch) })
      },
    },
    series: [
      {
        type: 'sunburst',
        animation: false,
        center: ['50%', '50%'],
        radius: [radius * hole, radius],
        nodeClick: false,
        sort: undefined,
        emphasis: { focus: 'ancestor' },
        itemStyle: { borderColor: theme.surface, borderWidth: isMany ? 0 : 1.5, borderRadius: 2 },
        label: {
          show: form.show_labels && ring >= 26,
          minAngle,
          fontSize: 11,
          width: ring - 8,
          overflow: 'truncate',
          textBorderWidth: 0,
        },
        data: branches.map((branch) => nodeOf(input, branch, look)),
      },
    ],
  }
}

/** A name of which fewer characters fit, with its ellipsis, says nothing and is left out. */
const leastShown = 4

interface Look {
  colorOf: (branch: Branch) => string
  write: NumberFormat
  /** px between the edges of a ring */
  room: number
  /** parts with a lower value are too narrow for a name */
  leastNamed: number
}

function nodeOf(input: DrawInput<SunburstForm>, branch: Branch, look: Look): Node {
  const { theme, filterState } = input
  const [value = 0] = branch.sums
  const fill = branch.combined !== undefined || isMuted(filterState, branch) ? theme.chartMuted : look.colorOf(branch)
  return {
    name: branch.name,
    value,
    itemStyle: { color: fill },
    // to measure names that are too large for their parts takes time
    label: value < look.leastNamed ? { show: false } : labelOfPart(input, branch, fill, look),
    ...(branch.children.length > 0 && {
      children: branch.children.map((child) => nodeOf(input, child, look)),
    }),
  }
}

function labelOfPart(
  { formData: form }: DrawInput<SunburstForm>,
  branch: Branch,
  fill: string,
  { write, room }: Look,
): Node['label'] {
  const [value = 0] = branch.sums
  // names are truncated to the ring, numbers are not
  const figure = write(value)
  const both = `${branch.name}: ${figure}`
  const texts = {
    key: branch.name,
    value: labelWidth(figure) > room ? '' : figure,
    key_value: labelWidth(both) > room ? branch.name : both,
  }
  const text = texts[form.label_type]
  const isShown = text !== '' && cutText(text, room, 11).length >= Math.min(text.length, leastShown)
  return {
    color: readableText(fill),
    formatter: () => text,
    // ECharts would show the name instead of an empty text
    ...(!isShown && { show: false }),
  }
}

/** A selected part keeps its color, and so do the parts inside and outside of it. */
function isMuted(filterState: DrawInput<SunburstForm>['filterState'], branch: Branch): boolean {
  const selected = (filterState?.selectedValues ?? []).map(String)
  const own = `${labelOf(branch)},`
  return selected.length > 0 && !selected.some((each) => `${each},`.startsWith(own) || own.startsWith(`${each},`))
}

/**
 * With a color metric: its ratio to the primary metric on the linear scheme. Otherwise one color per name, if the
 * scheme has enough of them; with more names, the parts of a branch are tints of its color.
 */
function colorsOf(input: DrawInput<SunburstForm>, branches: Branch[]): (branch: Branch) => string {
  const { formData: form, theme, color } = input
  const all = flatBranches(branches)
  if (hasColorMetric(form)) {
    const ratios = all.map(ratioOf).filter((ratio) => Number.isFinite(ratio))
    const low = ratios.reduce((least, ratio) => Math.min(least, ratio), Number.POSITIVE_INFINITY)
    const high = ratios.reduce((most, ratio) => Math.max(most, ratio), Number.NEGATIVE_INFINITY)
    const scale = sequentialScale(form.linear_color_scheme, [low, high])
    return (branch) => scale(ratioOf(branch))
  }
  const names = new Set(all.map(({ name }) => name))
  // in the order of the rings, so that a color does not depend on the depth of the chart
  const given = new Map(branches.map(({ name }) => [name, color(name)]))
  if (names.size <= categoricalColors(form.color_scheme ?? 'sextant').length) {
    for (const name of names) if (!given.has(name)) given.set(name, color(name))
    return ({ name }) => given.get(name) ?? theme.chartMuted
  }
  const tints = new Map<Branch, string>()
  const tint = (parts: Branch[], base: string | undefined, level: number): void => {
    parts.forEach((part, at) => {
      const own = base ?? given.get(part.name) ?? theme.chartMuted
      const share = level === 0 ? 0 : 0.18 + (0.3 * at) / Math.max(1, parts.length - 1)
      const shade = mixed(own, theme.surface, share)
      tints.set(part, shade)
      tint(part.children, shade, level + 1)
    })
  }
  tint(branches, undefined, 0)
  return (branch) => tints.get(branch) ?? theme.chartMuted
}

const ratioOf = ({ sums: [first = 0, second = 0] }: Branch) => second / first

function totalTitle(text: string, inner: number, { size }: DrawInput<SunburstForm>): TitleComponentOption {
  const isBroken = textWidth(text) * 1.12 > inner * 1.7
  const longest = Math.max(...(isBroken ? text.split(': ') : [text]).map((line) => textWidth(line) * 1.12))
  const fontSize = Math.max(9, Math.min(13, Math.floor((13 * inner * 1.7) / longest)))
  return {
    text: isBroken ? text.replace(': ', ':\n') : text,
    left: size.width / 2,
    top: size.height / 2,
    textAlign: 'center',
    textVerticalAlign: 'middle',
    padding: 0,
    textStyle: { fontSize, lineHeight: fontSize + 3 },
  }
}

interface Told {
  branch: Branch
  branches: Branch[]
  total: number
  color: string
}

function tooltipOf(input: DrawInput<SunburstForm>, { branch, branches, total, color }: Told): string {
  const { formData: form, datasource, theme } = input
  const [first = 0, second = 0] = branch.sums
  const percent = numberFormatter(',.2%')
  const nameOf = (metric: SunburstForm['metric']) => {
    const name = metricLabel(metric ?? '')
    return datasource.verboseMap[name] ?? name
  }
  const blank = 'transparent'
  const rows = [{ color, label: nameOf(form.metric), value: formatOf(input, form.metric)(first) }]
  if (hasColorMetric(form)) {
    rows.push({
      color: blank,
      label: nameOf(form.secondary_metric),
      value: formatOf(input, form.secondary_metric)(second),
    })
    const label = `${nameOf(form.secondary_metric)} / ${nameOf(form.metric)}`
    rows.push({ color: blank, label, value: numberFormatter(',.3f')(second / first) })
  }
  rows.push({ color: blank, label: worded('Share of total'), value: percent(first / total) })
  const parent = flatBranches(branches).find(
    ({ path }) => path.length === branch.path.length - 1 && path.every((name, at) => name === branch.path[at]),
  )
  if (parent)
    rows.push({
      color: blank,
      label: worded('Share of {name}', parent.name),
      value: percent(first / (parent.sums[0] ?? 0)),
    })
  return tooltipHtml({ title: escapeHtml(pathText(branch.path)), rows, theme })
}

function formatOf(
  { formData: form, datasource }: DrawInput<SunburstForm>,
  metric: SunburstForm['metric'],
): NumberFormat {
  const name = metric === undefined ? undefined : metricLabel(metric)
  return metricFormat({ format: form.number_format, currency: form.currency_format }, datasource, name)
}

export const drawing: EChartsDrawing<SunburstForm> = {
  option,
  needs,
  prepare: shownRings.steps,
  crossFilter: (input, { dataIndex }) => {
    const branch = dataIndex === undefined ? undefined : flatBranches(readRings(input))[dataIndex - 1]
    const group = branch?.values.length ? { label: labelOf(branch), groupValues: branch.values } : undefined
    return groupMask(input.formData.columns, group, input.filterState)
  },
  marks: (input) =>
    flatBranches(readRings(input)).flatMap((branch, at) =>
      branch.combined === undefined ? [{ dataIndex: at + 1, label: labelOf(branch) }] : [],
    ),
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/sunburst.ts')])
  },
}
