import type { EChartsOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import { belowZeroText } from '../shared/belowZero.ts'
import { mixed } from '../shared/color/index.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { nameAndValue } from '../shared/format/nameAndValue.ts'
import { type Branch, flatBranches, pathText } from '../shared/hierarchy.ts'
import { icicleSeries, layOut } from '../shared/icicle.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import type { PartitionForm } from './formData.ts'
import { hasTotals, isOverTime, prune, readParts, weightOf } from './parts.ts'

type Result = Pick<DrawInput<PartitionForm>, 'formData' | 'data' | 'datasource'>

function needs(input: Result): string | undefined {
  const { groupby, metrics } = input.formData
  if (groupby.length === 0 || metrics.length === 0) return 'A partition chart needs a dimension and a metric.'
  return readParts(input).some(({ sums }) => (sums[0] ?? 0) > 0)
    ? undefined
    : 'A partition chart needs a metric with values above zero.'
}

function option(input: DrawInput<PartitionForm>): EChartsOption {
  const { formData: form, theme, size, datasource } = input
  const all = readParts(input)
  const trees = prune(form, all).filter(({ sums }) => (sums[0] ?? 0) > 0)
  if (trees.length === 0) return {}
  const below = notesBelow(
    [
      belowZeroText(
        flatBranches(all).map(({ sums }) => sums[0] ?? 0),
        (count) => (count === 1 ? '1 part below zero is not shown' : `${count} parts below zero are not shown`),
      ),
    ],
    input,
  )
  const isEqual = isOverTime(form) && form.equal_date_size
  const box = { left: 0, top: 0, width: size.width, height: size.height - below.height }
  const blocks = layOut(trees, box, (branch) =>
    isEqual && branch.path.length < 2
      ? branch.path.length === 0
        ? branch.children.length
        : 1
      : weightOf(form, branch),
  )
  const colors = colorsOf(input, trees)
  const treeOf = new Map(trees.flatMap((tree) => flatBranches([tree]).map((branch) => [branch, tree] as const)))
  const share = shareFormat(form)
  const writers = form.metrics.map((metric) =>
    share === undefined
      ? metricFormat({ format: form.number_format }, datasource, metricLabel(metric))
      : numberFormatter(share),
  )
  const isTotalled = hasTotals(form)
  const names = form.metrics.map((metric) => datasource.verboseMap[metricLabel(metric)] ?? metricLabel(metric))
  /** The value of a block; undefined for the root of a tree whose values cannot be added up. */
  const write = (branch: Branch): string | undefined => {
    if (branch.path.length === 0 && !isTotalled) return undefined
    // names of trees with shifted values begin with the name of their metric
    const tree = `${treeOf.get(branch)?.name ?? ''}, `
    const at = names.findIndex((name) => tree.startsWith(`${name}, `))
    return (writers[at] ?? numberFormatter(share ?? form.number_format))(branch.sums[0])
  }
  return {
    ...below.option,
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const branch = blocks[(params as { dataIndex: number }).dataIndex]?.branch
        if (branch === undefined) return ''
        const tree = treeOf.get(branch) ?? branch
        const share = {
          color: 'transparent',
          label: worded('Share of all'),
          value: numberFormatter(',.2%')(shareOf(branch, tree)),
        }
        const value = write(branch)
        const row = { color: colors.get(branch) ?? theme.chartMuted, label: tree.name, value: value ?? '' }
        const title = escapeHtml(pathText(branch.path) || tree.name)
        if (value === undefined) return `<div style="color:${theme.text2};font-size:12px">${title}</div>`
        return tooltipHtml({ title, rows: form.rich_tooltip && isTotalled ? [row, share] : [row], theme })
      },
    },
    series: [
      icicleSeries(
        blocks,
        (branch) => colors.get(branch) ?? theme.chartMuted,
        (branch) => {
          const value = write(branch)
          return value === undefined ? branch.name : nameAndValue(branch.name, value)
        },
        theme,
        true,
      ),
    ],
  } as EChartsOption
}

/**
 * Changes and shares are percentages unless a format was selected: the saved format of a metric does not apply to them.
 */
function shareFormat(form: PartitionForm): string | undefined {
  const isShare = form.contribution || (form.time_compare.length > 0 && form.comparison_type === 'percentage')
  if (form.time_series_option !== 'adv_anal' || !isShare) return undefined
  const isDefault = form.number_format === undefined || form.number_format === 'SMART_NUMBER'
  return isDefault ? ',.1%' : form.number_format
}

const shareOf = (branch: Branch, tree: Branch) => (branch.sums[0] ?? 0) / (tree.sums[0] || 1)

/** A color per metric if there are several, otherwise per part of the first level; deeper levels are tints of it. */
function colorsOf({ color, theme }: DrawInput<PartitionForm>, trees: Branch[]): Map<Branch, string> {
  const colors = new Map<Branch, string>()
  const tint = (branch: Branch, own: string) => {
    colors.set(branch, own)
    for (const child of branch.children) tint(child, mixed(own, theme.surface, 0.22))
  }
  const [only] = trees
  if (trees.length > 1 || only === undefined) {
    for (const tree of trees) tint(tree, color(tree.name))
    return colors
  }
  colors.set(only, theme.mode === 'dark' ? theme.chartAxis : theme.border)
  for (const part of only.children) tint(part, color(part.name))
  return colors
}

export const drawing: EChartsDrawing<PartitionForm> = {
  option,
  needs,
  prepare: readParts.steps,
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/custom.ts')])
  },
}
