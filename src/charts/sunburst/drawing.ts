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
import { nameAndValue } from '../shared/format/nameAndValue.ts'
import { smartNumber } from '../shared/format/number.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { type Branch, combinedText, combineSmall, flatBranches, foldLevels, pathText } from '../shared/hierarchy.ts'
import { metricFormat, type NumberFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { extent } from '../shared/plot/cells.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import type { Steps } from '../shared/steps.ts'
import { cutText, textWidth } from '../shared/textWidth.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import { fitsHorizontally } from './place.ts'
import type { SunburstForm } from './query.ts'
import { hasSpaceForRamp, ramp, rampHeight } from './ramp.ts'

type Node = NonNullable<SunburstSeriesOption['data']>[number]

type Result = Pick<DrawInput<SunburstForm>, 'formData' | 'data' | 'datasource'>

/** With more parts, each would be only a few px wide. */
const mostParts = 600

/** Radius of the hole in the middle, as a fraction of the outer radius. */
const hole = 0.3

/**
 * The levels of the result with the sums of both metrics. Rows whose primary metric is not above zero have no angle.
 */
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
  const ratios = hasColorMetric(form) && hasSpaceForRamp(size) ? ratiosIn(branches) : undefined
  // the rings are above the ramp and the note
  const raised = below.height + (ratios ? rampHeight : 0)
  const radius = Math.max(16, Math.min(size.width, size.height - raised - below.height) / 2 - 4)
  const center = { x: size.width / 2, y: (size.height - raised + below.height) / 2 }
  const levels = Math.max(...flat.map((branch) => branch?.path.length ?? 0))
  const write = formatOf(input, form.metric)
  const ring = (radius * (1 - hole)) / levels
  const minAngle = Math.max(form.show_labels_threshold * 3.6, (13 / (radius * hole)) * (180 / Math.PI) * 0.5)
  const fontSize = ring >= largeRing ? 13 : 11
  const look = { colorOf, write, fontSize, inner: radius * hole, ring, total, leastNamed: (total * minAngle) / 360 }
  const isMany = flat.length > mostParts
  const titles = [
    ...(form.show_total ? totalTitle(`${worded('Total')}: ${write(total)}`, radius * hole, center) : []),
    ...(below.option.title ? [below.option.title] : []),
  ]
  return {
    ...(titles.length > 0 && { title: titles }),
    ...(ratios && { visualMap: ramp(input, ratioName(input), ratios, below.height) }),
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
        center: [center.x, center.y],
        radius: [radius * hole, radius],
        nodeClick: false,
        sort: undefined,
        emphasis: { focus: 'ancestor' },
        itemStyle: { borderColor: theme.surface, borderWidth: isMany ? 0 : 1.5, borderRadius: 2 },
        label: {
          show: form.show_labels && ring >= 26,
          minAngle,
          fontSize,
          width: ring - 8,
          overflow: 'truncate',
          textBorderWidth: 0,
        },
        data: nodesOf(input, branches, look, 0),
      },
    ],
  }
}

/** px of a ring with larger texts */
const largeRing = 100

/** If fewer characters of a name fit, including the ellipsis, the name is left out. */
const leastShown = 4

interface Look {
  colorOf: (branch: Branch) => string
  write: NumberFormat
  fontSize: number
  /** px from the center to the first ring */
  inner: number
  /** px between the edges of a ring */
  ring: number
  /** of the primary metric */
  total: number
  /** parts with a lower value are too narrow for a name */
  leastNamed: number
}

/** The parts of a branch in order, from this fraction of the circle on. */
function nodesOf(input: DrawInput<SunburstForm>, branches: Branch[], look: Look, start: number): Node[] {
  let from = start
  return branches.map((branch) => {
    const at = from
    from += (branch.sums[0] ?? 0) / look.total
    return nodeOf(input, branch, look, at)
  })
}

function nodeOf(input: DrawInput<SunburstForm>, branch: Branch, look: Look, from: number): Node {
  const { theme, filterState } = input
  const [value = 0] = branch.sums
  const fill = branch.combined !== undefined || isMuted(filterState, branch) ? theme.chartMuted : look.colorOf(branch)
  return {
    name: branch.name,
    value,
    itemStyle: { color: fill, ...thinBorder(branch, look) },
    // measuring names that are too large for their parts takes time
    label: value < look.leastNamed ? { show: false } : labelOfPart(input, branch, fill, look, from),
    ...(branch.children.length > 0 && { children: nodesOf(input, branch.children, look, from) }),
  }
}

/** px along the inner edge: borders of the usual width would cover a smaller part. */
const leastBordered = 5

/** Small parts next to each other would look like a gap. */
function thinBorder({ path, sums: [value = 0] }: Branch, { inner, ring, total }: Look) {
  const arc = ((2 * Math.PI * value) / total) * (inner + (path.length - 1) * ring)
  return arc < leastBordered && { borderWidth: arc < 1 ? 0 : 0.5 }
}

/** A text is horizontal if it fits, else it runs from the center outwards. */
function labelOfPart(
  { formData: form }: DrawInput<SunburstForm>,
  branch: Branch,
  fill: string,
  { write, inner, ring, total, fontSize }: Look,
  from: number,
): Node['label'] {
  const [value = 0] = branch.sums
  const level = branch.path.length - 1
  const sector = {
    inner: inner + level * ring,
    outer: inner + (level + 1) * ring,
    from,
    to: from + value / total,
  }
  const room = ring - 8
  const widthOf = (text: string) => textWidth(text) * (fontSize / 12)
  const isHorizontal = (text: string) => fitsHorizontally(sector, widthOf(text), fontSize)
  // names are truncated to the ring, numbers are not
  const figure = write(value)
  const both = nameAndValue(branch.name, figure)
  const fits = (text: string) => isHorizontal(text) || widthOf(text) <= room
  const texts = {
    key: branch.name,
    value: [figure, smartNumber(value)].find(fits) ?? '',
    key_value: fits(both) ? both : branch.name,
  }
  const text = texts[form.label_type]
  const isLevel = text !== '' && isHorizontal(text)
  const isShown = isLevel || (text !== '' && cutText(text, room, fontSize).length >= Math.min(text.length, leastShown))
  return {
    color: readableText(fill),
    formatter: () => text,
    ...(isLevel && { rotate: 0, width: Math.ceil(widthOf(text)) + 4 }),
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
    const scale = sequentialScale(form.linear_color_scheme, ratiosIn(branches) ?? [0, 1], theme.mode)
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

/** The smallest and the largest ratio of the metrics. */
const ratiosIn = (branches: Branch[]) =>
  extent(
    flatBranches(branches)
      .map(ratioOf)
      .filter((ratio) => Number.isFinite(ratio)),
  )

function nameOf({ datasource }: Pick<Result, 'datasource'>, metric: SunburstForm['metric']): string {
  const name = metricLabel(metric ?? '')
  return datasource.verboseMap[name] ?? name
}

const ratioName = (input: Result) =>
  `${nameOf(input, input.formData.secondary_metric)} / ${nameOf(input, input.formData.metric)}`

/** The total inside the ring, in one or two lines; none if it would overlap the ring. */
function totalTitle(text: string, inner: number, center: { x: number; y: number }): TitleComponentOption[] {
  const isBroken = textWidth(text) * 1.12 > inner * 1.7
  const longest = Math.max(...(isBroken ? text.split(': ') : [text]).map((line) => textWidth(line) * 1.12))
  const fontSize = Math.min(13, Math.floor((13 * inner * 1.7) / longest))
  if (fontSize < 9) return []
  return [
    {
      text: isBroken ? text.replace(': ', ':\n') : text,
      left: center.x,
      top: center.y,
      textAlign: 'center',
      textVerticalAlign: 'middle',
      padding: 0,
      textStyle: { fontSize, lineHeight: fontSize + 3 },
    },
  ]
}

interface Told {
  branch: Branch
  branches: Branch[]
  total: number
  color: string
}

function tooltipOf(input: DrawInput<SunburstForm>, { branch, branches, total, color }: Told): string {
  const { formData: form, theme } = input
  const [first = 0, second = 0] = branch.sums
  const percent = numberFormatter(',.2%')
  const blank = 'transparent'
  const rows = [{ color, label: nameOf(input, form.metric), value: formatOf(input, form.metric)(first) }]
  if (hasColorMetric(form)) {
    rows.push({
      color: blank,
      label: nameOf(input, form.secondary_metric),
      value: formatOf(input, form.secondary_metric)(second),
    })
    rows.push({ color: blank, label: ratioName(input), value: numberFormatter(',.3f')(second / first) })
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
  async register(form) {
    await Promise.all([
      import('../shared/echarts/polar.ts'),
      import('../shared/echarts/sunburst.ts'),
      ...(hasColorMetric(form) ? [import('../shared/echarts/visualMap.ts')] : []),
    ])
  },
}
