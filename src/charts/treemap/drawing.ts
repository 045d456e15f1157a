import type { EChartsOption, TreemapSeriesOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import { belowZeroText } from '../shared/belowZero.ts'
import { mixed } from '../shared/color/index.ts'
import { readableText } from '../shared/color/readable.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { groupMask, isMutedBy } from '../shared/crossFilter.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { nameAndValue } from '../shared/format/nameAndValue.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { type Branch, combinedText, combineSmall, flatBranches, foldLevels, pathText } from '../shared/hierarchy.ts'
import { exactOf, metricFormat, type NumberFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import type { Steps } from '../shared/steps.ts'
import { labelWidth } from '../shared/textWidth.ts'
import { tooltipHtml } from '../shared/tooltipHtml.ts'
import type { TreemapForm } from './query.ts'

type Node = NonNullable<TreemapSeriesOption['data']>[number]

type Result = Pick<DrawInput<TreemapForm>, 'formData' | 'data' | 'datasource'>

/** With more parts, each would be only a few px in size. */
const mostParts = 500

/** Height in px of the band with the name of a branch, above its parts. */
const bandHeight = 20
const lineHeight = 14
/** px of the smallest part with a truncated name */
const leastLabel = { width: 34, height: 18 }
/**
 * Area in px² of the smallest part with a label. Parts that are too small to see are not drawn: ECharts gives their
 * area to the other parts, which are therefore slightly larger than their share.
 */
const leastArea = leastLabel.width * leastLabel.height * 0.8

/** The levels of the result. Rows without a value above zero have no area. */
const foldedBranches = readInSteps(function* ({ formData: form, data, datasource }: Result): Steps<Branch[]> {
  const groups = readGroups(data[0], form.groupby, form.date_format)
  const values = readMetric(data[0], form.metric)
  if (form.groupby.length > 0) return yield* foldLevels(groups, [values], ([amount = 0]) => amount > 0)
  const name = datasource.verboseMap[metricLabel(form.metric ?? '')] ?? metricLabel(form.metric ?? '')
  const total = values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0)
  return total > 0 ? [{ name, path: [name], values: [], sums: [total], children: [] }] : []
})

const shownBranches = readInSteps(function* (input: Result) {
  return yield* combineSmall(yield* foldedBranches.steps(input), mostParts, input.formData.sort_by_metric)
})

/** The parts that are drawn. */
export const readBranches = (input: Result): Branch[] => shownBranches(input).branches

const labelOf = (branch: Branch) => branch.path.join(',')

const needs = (input: Result) =>
  foldedBranches(input).length > 0 ? undefined : 'A treemap needs a metric with values above zero.'

function option(input: DrawInput<TreemapForm>): EChartsOption {
  const { formData: form, theme, size, data } = input
  const { branches, combined } = shownBranches(input)
  if (branches.length === 0) return {}
  const total = branches.reduce((sum, { sums }) => sum + (sums[0] ?? 0), 0)
  const write = valueFormat(input)
  // the root is number zero
  const flat = [undefined, ...flatBranches(branches)]
  const notes = notesBelow(
    [combined > 0 && combinedText(mostParts, combined), belowZeroText(readMetric(data[0], form.metric))],
    input,
  )
  const bandFits = size.height >= 110 && size.width >= 110
  return {
    ...notes.option,
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const { dataIndex } = params as { dataIndex: number }
        const branch = flat[dataIndex]
        return branch === undefined ? '' : tooltipOf(input, branch, parentSum(branches, branch, total), total, write)
      },
    },
    series: [
      {
        type: 'treemap',
        animation: false,
        top: 0,
        left: 0,
        right: 0,
        bottom: notes.height,
        roam: false,
        nodeClick: false,
        breadcrumb: { show: false },
        squareRatio: 0.75,
        visibleMin: 2,
        itemStyle: { borderWidth: 0, gapWidth: 1, borderColor: theme.surface },
        levels: [{ itemStyle: { gapWidth: form.groupby.length > 1 ? 3 : 1, borderWidth: 0 } }],
        label: {
          show: form.show_labels,
          position: 'insideTopLeft',
          fontSize: 11,
          lineHeight,
          padding: labelPadding,
          overflow: 'truncate',
        },
        data: branches.map((branch) =>
          nodeOf(
            { input, write, bandFits, area: (size.width * size.height) / total },
            branch,
            input.color(branch.name),
          ),
        ),
      },
    ],
  }
}

interface NodeContext {
  input: DrawInput<TreemapForm>
  write: NumberFormat
  bandFits: boolean
  /** area in px² for a value of 1 */
  area: number
}

function nodeOf(context: NodeContext, branch: Branch, color: string): Node {
  const { input, write, bandFits } = context
  const { formData: form, theme, filterState } = input
  const [value = 0] = branch.sums
  const isLeaf = branch.children.length === 0
  const isMuted = branch.combined !== undefined || (isLeaf && isMutedBy(filterState, labelOf(branch)))
  const fill = isMuted ? theme.chartMuted : color
  if (isLeaf && value * context.area < leastArea) {
    // ECharts would measure even a label that it then hides, which takes longer than drawing the part
    return { name: branch.name, value, itemStyle: { color: fill }, label: { show: false } }
  }
  if (isLeaf) {
    const text = { name: branch.name, number: write(value) }
    return {
      name: branch.name,
      value,
      itemStyle: { color: fill },
      label: {
        color: readableText(fill),
        formatter: (params: object) => tileText(form.label_type, text, params),
      },
    }
  }
  const hasBand = form.show_upper_labels && bandFits
  const band = mixed(color, theme.surface, theme.mode === 'dark' ? 0.72 : 0.8)
  const shades = Math.max(1, branch.children.length - 1)
  const ranks = new Map(
    branch.children.toSorted((one, other) => (other.sums[0] ?? 0) - (one.sums[0] ?? 0)).map((child, at) => [child, at]),
  )
  return {
    name: branch.name,
    value,
    itemStyle: { borderColor: band, borderWidth: hasBand ? 1 : 0, gapWidth: 1 },
    upperLabel: {
      show: hasBand,
      height: bandHeight,
      color: readableText(band),
      fontSize: 11,
      fontWeight: 620,
      padding: [0, 4],
      overflow: 'truncate',
      formatter: () => bandText(context, branch),
    },
    children: branch.children.map((child) => {
      const shade = mixed(color, theme.surface, (0.36 * (ranks.get(child) ?? 0)) / shades)
      return nodeOf(context, child, shade)
    }),
  } as Node
}

/** px around the text of a part; texts begin below the text of the header band */
const labelPadding: [vertical: number, horizontal: number] = [2, 4]
/** px at both sides of a text */
const textMargin = 2 * labelPadding[1]
/** px more for a number, because widths are estimated: ECharts would truncate it, and half a number is another one */
const spare = 4

/**
 * The name and the number of a part, or as much of it as fits: names are truncated, numbers are left out. ECharts adds the
 * `tile` (`tellTileSizes`).
 */
function tileText(
  type: TreemapForm['label_type'],
  { name, number }: { name: string; number: string },
  params: { tile?: { width: number; height: number } },
): string {
  const { width, height } = params.tile ?? { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY }
  const fits = (text: string) => labelWidth(text) + textMargin <= width
  const hasNumber = labelWidth(number) + textMargin + spare <= width
  if (height < leastLabel.height) return ''
  if (type === 'value') return hasNumber ? number : ''
  // a few letters of a name are not useful
  if (!fits(name) && width < leastLabel.width) return ''
  return type === 'key_value' && height >= 2 * (lineHeight + labelPadding[0]) && hasNumber ? `${name}\n${number}` : name
}

/** The side of a rectangle is rarely shorter than this fraction of the side of a square of the same area. */
const leastSide = 0.75

/** The text of a header band, without its number if that may not fit: a truncated number would be misread. */
function bandText({ input, write, area }: NodeContext, { name, sums: [value = 0] }: Branch): string {
  const type = input.formData.label_type
  if (type === 'Key') return name
  const full = type === 'value' ? write(value) : nameAndValue(name, write(value))
  // 6 % more for bold text
  const fits = labelWidth(full) * 1.06 + 10 <= Math.sqrt(value * area) * leastSide
  return fits ? full : type === 'value' ? '' : name
}

/** The sum of a branch and its siblings: that of their parent, or the total. */
function parentSum(branches: Branch[], branch: Branch, total: number): number {
  let [parts, sum] = [branches, total]
  for (const name of branch.path.slice(0, -1)) {
    const parent = parts.find((each) => each.name === name)
    if (parent === undefined) break
    parts = parent.children
    sum = parent.sums[0] ?? 0
  }
  return sum
}

function tooltipOf(
  { theme, color }: DrawInput<TreemapForm>,
  branch: Branch,
  parent: number,
  total: number,
  write: NumberFormat,
): string {
  const [value = 0] = branch.sums
  const percent = numberFormatter(',.2%')
  const dot = color(branch.path[0] ?? '')
  const rows = [{ color: dot, label: pathText(branch.path), value: exactOf(write)(value) }]
  if (branch.path.length > 1) {
    const name = branch.path.at(-2) ?? ''
    rows.push({ color: 'transparent', label: worded('Share of {name}', name), value: percent(value / parent) })
  }
  rows.push({ color: 'transparent', label: worded('Share of total'), value: percent(value / total) })
  return tooltipHtml({ title: '', rows, theme })
}

function valueFormat({ formData: form, datasource }: DrawInput<TreemapForm>): NumberFormat {
  const metric = form.metric === undefined ? undefined : metricLabel(form.metric)
  return metricFormat({ format: form.number_format, currency: form.currency_format }, datasource, metric)
}

const leaves = (input: DrawInput<TreemapForm>) =>
  flatBranches(readBranches(input))
    .map((branch, at) => ({ branch, dataIndex: at + 1 }))
    .filter(({ branch }) => branch.children.length === 0 && branch.values.length > 0)

export const drawing: EChartsDrawing<TreemapForm> = {
  option,
  needs,
  prepare: shownBranches.steps,
  crossFilter: (input, { dataIndex }) => {
    const leaf = leaves(input).find((each) => each.dataIndex === dataIndex)?.branch
    const group = leaf && { label: labelOf(leaf), groupValues: leaf.values }
    return groupMask(input.formData.groupby, group, input.filterState)
  },
  marks: (input) => leaves(input).map(({ branch, dataIndex }) => ({ dataIndex, label: labelOf(branch) })),
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/treemap.ts')])
  },
}
