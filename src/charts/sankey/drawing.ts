import type { EChartsOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import { belowZeroText } from '../shared/belowZero.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { readMetric } from '../shared/groups.ts'
import { type Link, namesOf, readLinks, strongestLinks } from '../shared/links.ts'
import { exactOf, metricFormat, type NumberFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { tooltipHtml } from '../shared/tooltipHtml.ts'
import { type FlowLink, unrollLoops } from './loops.ts'
import type { SankeyForm } from './query.ts'

type Result = Pick<DrawInput<SankeyForm>, 'formData' | 'data' | 'datasource'>

/** Maximum number of links: more bands cannot be distinguished. The strongest are drawn, and a note says so. */
const mostLinks = 400

export const linksOf = readInSteps(({ formData: form, data }: Result) =>
  readLinks(data[0], [form.source, form.target], form.metric, true),
)

function needs(input: Result): string | undefined {
  const { source, target } = input.formData
  if (source === undefined || target === undefined) return 'A sankey chart needs a source and a target.'
  return linksOf(input).length > 0 ? undefined : 'A sankey chart needs a metric with values above zero.'
}

/** The amounts that leave and enter a name, over all of its marks. */
function throughput(links: Link[]) {
  const sums = new Map<string, { in: number; out: number }>()
  const of = (name: string) => {
    const known = sums.get(name) ?? { in: 0, out: 0 }
    sums.set(name, known)
    return known
  }
  for (const { source, target, value } of links) {
    of(source).out += value
    of(target).in += value
  }
  return (name: string) => sums.get(name) ?? { in: 0, out: 0 }
}

function option(input: DrawInput<SankeyForm>): EChartsOption {
  const { theme, size } = input
  const all = linksOf(input)
  if (all.length === 0) return {}
  const shown = strongestLinks(all, mostLinks)
  const { nodes, links } = unrollLoops(shown)
  const flowOf = throughput(all)
  const write = valueFormat(input)
  const colors = new Map(namesOf(shown).map((name) => [name, input.color(name)]))
  const below = notesBelow(
    [
      shown.length < all.length && `The strongest ${shown.length} of ${all.length} links`,
      belowZeroText(readMetric(input.data[0], input.formData.metric)),
    ],
    input,
  )
  const texts = new Map(nodes.map((node) => [node.id, node.isReturn ? `↩ ${node.name}` : node.name]))
  const sources = new Set(links.map(({ source }) => source))
  const ends = nodes.filter(({ id }) => !sources.has(id)).map(({ id }) => texts.get(id) ?? '')
  const { labelRoom, edge, hasLabels } = namesIn([...texts.values()], ends, size)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return {
    ...below.option,
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const { dataType, dataIndex, name } = params as { dataType?: string; dataIndex: number; name: string }
        const link = dataType === 'edge' ? links[dataIndex] : undefined
        if (link) return linkTooltip(input, link, flowOf, colors, write)
        const shownName = byId.get(name)?.name ?? name
        const { in: to, out: from } = flowOf(shownName)
        const row = {
          color: colors.get(shownName) ?? theme.chartMuted,
          label: shownName,
          value: exactOf(write)(Math.max(to, from)),
        }
        return tooltipHtml({ title: '', rows: [row], theme })
      },
    },
    series: [
      {
        type: 'sankey',
        animation: false,
        left: 1,
        right: edge,
        top: 6,
        bottom: 6 + below.height,
        nodeWidth: Math.max(4, Math.min(14, size.width * 0.02)),
        nodeGap: Math.max(1, Math.min(10, (size.height * 0.6) / nodes.length)),
        layoutIterations: links.length > 150 ? 12 : 32,
        draggable: false,
        emphasis: { focus: 'adjacency' },
        label: {
          show: hasLabels,
          color: theme.chartText,
          fontSize: 11,
          textBorderColor: theme.surface,
          textBorderWidth: 2,
          minMargin: 4,
          formatter: ({ name }: { name: string }) => cutText(texts.get(name) ?? name, labelRoom, 11),
        },
        labelLayout: { hideOverlap: true },
        lineStyle: { color: 'source', opacity: theme.mode === 'dark' ? 0.5 : 0.3, curveness: 0.5 },
        data: nodes.map(({ id, name, isReturn }) => ({
          name: id,
          itemStyle: {
            color: colors.get(name) ?? theme.chartMuted,
            borderWidth: 0,
            ...(isReturn && { opacity: 0.55 }),
          },
        })),
        links: links.map(({ source, target, value }) => ({ source, target, value })),
      },
    ],
  }
}

/** px between a mark and its name, and between the name and the edge of the chart */
const nameGap = 8
/** A small chart has names only if this share of them fits. */
const mostFit = 0.7

/**
 * The widest name in px, and the edge at the right, which is as wide as the longest name there. In a small chart, names
 * that would be cut to a few letters are left out.
 */
function namesIn(names: string[], ends: string[], { width, height }: { width: number; height: number }) {
  const labelRoom = Math.max(Math.min(140, width * 0.22), Math.min(60, width * 0.3)) - nameGap
  const fitting = names.filter((name) => labelWidth(name) <= labelRoom).length
  const isSmall = width < 220 || height < 90
  const hasLabels = width >= 100 && height >= 50 && (!isSmall || fitting >= names.length * mostFit)
  const longest = Math.max(...ends.map((name) => Math.min(labelRoom, Math.ceil(labelWidth(name)))))
  return { labelRoom, edge: hasLabels ? longest + nameGap : 1, hasLabels }
}

function linkTooltip(
  { theme }: DrawInput<SankeyForm>,
  { link }: FlowLink,
  flowOf: ReturnType<typeof throughput>,
  colors: Map<string, string>,
  write: NumberFormat,
): string {
  const percent = numberFormatter(',.1%')
  const { source, target, value } = link
  return tooltipHtml({
    title: '',
    rows: [
      { color: colors.get(source) ?? theme.chartMuted, label: `${source} → ${target}`, value: exactOf(write)(value) },
      { color: 'transparent', label: worded('Share of {name}', source), value: percent(value / flowOf(source).out) },
      { color: 'transparent', label: worded('Share of {name}', target), value: percent(value / flowOf(target).in) },
    ],
    theme,
  })
}

function valueFormat({ formData: form, datasource }: Result): NumberFormat {
  return metricFormat({}, datasource, form.metric === undefined ? undefined : metricLabel(form.metric))
}

export const drawing: EChartsDrawing<SankeyForm> = {
  option,
  needs,
  prepare: linksOf.steps,
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/sankey.ts')])
  },
}
