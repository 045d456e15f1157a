import type { EChartsOption } from 'echarts'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import { sentValue } from '../../model/query/markedText.ts'
import { belowZeroText } from '../shared/belowZero.ts'
import type { DrawInput, DrillContext, EChartsDrawing, Mark, MarkEvent } from '../shared/contract.ts'
import { clearedMask, equals, isMutedBy, maskDrill } from '../shared/crossFilter.ts'
import { readMetric } from '../shared/groups.ts'
import { legendOption } from '../shared/legend.ts'
import { strongestLinks } from '../shared/links.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { tooltipHtml } from '../shared/tooltipHtml.ts'
import { type Knot, readNetwork } from './network.ts'
import type { GraphForm } from './query.ts'

type Result = Pick<DrawInput<GraphForm>, 'formData' | 'data' | 'datasource'>

/**
 * Maximum number of links: more cannot be distinguished, and the layout would take seconds. A note says that the
 * strongest are drawn.
 */
const mostLinks = 500
/** Maximum number of links that are drawn as curves: hundreds of curves take longer to draw than everything else. */
const mostCurves = 200

function needs(input: Result): string | undefined {
  const { source, target } = input.formData
  if (source === undefined || target === undefined) return 'A graph chart needs a source and a target.'
  return readNetwork(input).links.length > 0 ? undefined : 'A graph chart needs a metric with values above zero.'
}

function option(input: DrawInput<GraphForm>): EChartsOption {
  const { formData: form, theme, size, datasource } = input
  const { links: all, knots: every } = readNetwork(input)
  if (all.length === 0) return {}
  const links = strongestLinks(all, mostLinks)
  const drawn = new Set(links.flatMap(({ source, target }) => [source, target]))
  const knots = every.filter(({ name }) => drawn.has(name))
  const categories = [...new Set(knots.flatMap(({ category }) => category ?? []))]
  const below = notesBelow(
    [
      links.length < all.length && `The strongest ${links.length} of ${all.length} links`,
      belowZeroText(readMetric(input.data[0], input.formData.metric)),
    ],
    input,
  )
  const { legend, room } = legendOption(form, categories, size, input.legendSelected, {
    below: below.height,
  })
  const colorOf = (knot: Knot) => input.color(knot.category ?? knot.name)
  const colors = new Map(knots.map((knot) => [knot.name, colorOf(knot)]))
  const box = { width: size.width - room.left - room.right, height: size.height - room.top - room.bottom }
  // the configured sizes are meant for a large chart
  const scale = Math.min(1, Math.min(box.width, box.height) / 440)
  const [sizeOf, widthOf] = [symbolSize(form, knots, scale), edgeWidth(form, links, scale)]
  const write = metricFormat({}, datasource, metricLabel(form.metric ?? ''))
  const isSmall = Math.min(box.width, box.height) < 150
  const longest = isSmall ? 0 : Math.min(48, Math.max(...knots.map(({ name }) => labelWidth(name))))
  const isRing = form.layout === 'circular'
  // in a circular layout, names are outside of the circle
  const margin = form.baseNodeSize * scale * 1.25 + (isRing ? Math.max(34 * scale, longest + 4) : 24 * scale)
  const least = Math.min(box.width, box.height) - 2 * margin
  // every link pulls nodes together: nodes with many links need more repulsion
  const wanted = ((form.repulsion * least) / 700) * Math.max(1, links.length / knots.length)
  // with more repulsion, gravity could not keep all nodes within the available space
  const gravity = Math.min(1, Math.max(0, form.gravity))
  const bearable = (Math.max(0.05, gravity) * (least / 2) ** 2 * 0.8) / knots.length
  // names of the outer circles are beside them
  const nameRoom = isRing ? 0 : Math.max(0, Math.min(longest * Math.max(0.7, scale), (box.width - 2 * margin) / 4))
  const [from, to] = form.edgeSymbol.split(',') as ['none' | 'circle', 'none' | 'arrow' | 'circle']
  return {
    legend,
    ...below.option,
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const { dataType, dataIndex } = params as { dataType?: string; dataIndex: number }
        const link = dataType === 'edge' ? links[dataIndex] : undefined
        const knot = knots[dataIndex]
        const label = link ? `${link.source} → ${link.target}` : (knot?.name ?? '')
        const color = colors.get(link?.source ?? knot?.name ?? '') ?? theme.chartMuted
        return tooltipHtml({
          title: '',
          rows: [{ color, label, value: write(link ? link.value : knot?.value) }],
          theme,
        })
      },
    },
    series: [
      {
        type: 'graph',
        animation: false,
        layout: form.layout,
        left: room.left + margin + nameRoom,
        right: room.right + margin + nameRoom,
        top: room.top + margin,
        bottom: room.bottom + margin,
        roam: form.roam,
        scaleLimit: { min: 0.3, max: 6 },
        draggable: form.draggable && form.layout === 'force',
        selectedMode: form.selectedMode,
        edgeSymbol: [from, to],
        edgeSymbolSize: Math.max(4, 8 * scale),
        autoCurveness: links.length < 200,
        circular: { rotateLabel: !isSmall },
        force: {
          // the layout is final when it is first drawn
          layoutAnimation: false,
          // an option of `settleGraph`
          isFitted: true,
          // the same links always have the same layout
          initLayout: 'circular',
          // with the default setting, a link is a third of the shorter side long
          edgeLength: Math.max(4, (least * form.edgeLength) / 1200),
          gravity,
          repulsion: Math.max(0.1, Math.min(wanted, bearable)),
          friction: Math.min(1, Math.max(0.05, form.friction)),
        },
        label: {
          show: !isSmall,
          position: 'right',
          color: theme.chartText,
          fontSize: 11,
          textBorderColor: theme.surface,
          textBorderWidth: 2,
          minMargin: 4,
          formatter: (params: { name: string }) => cutText(params.name, 120, 11),
        },
        labelLayout: { hideOverlap: true },
        lineStyle: { opacity: 0.5, curveness: links.length > mostCurves ? 0 : isRing ? 0.2 : 0.08 },
        emphasis: { focus: 'adjacency', label: { show: true } },
        categories: categories.map((name) => ({ name, itemStyle: { color: input.color(name) } })),
        data: knots.map((knot) => ({
          name: knot.name,
          value: knot.value,
          symbolSize: sizeOf(knot.value),
          ...(knot.category !== undefined && { category: categories.indexOf(knot.category) }),
          itemStyle: { color: isMutedBy(input.filterState, knot.name) ? theme.chartMuted : colors.get(knot.name) },
          label: { show: !isSmall && (form.showSymbolThreshold === 0 || knot.value > form.showSymbolThreshold) },
        })),
        links: links.map(({ source, target, value }) => ({
          source,
          target,
          value,
          lineStyle: { width: widthOf(value), color: colors.get(source) },
        })),
      },
    ],
  } as EChartsOption
}

/**
 * The size of a circle: half of the base size for the smallest value, two and a half times the base size for the
 * largest.
 */
export function symbolSize(form: Pick<GraphForm, 'baseNodeSize'>, knots: { value: number }[], scale = 1) {
  const place = placeAmong(knots.map(({ value }) => value))
  return (value: number) => Math.max(3, form.baseNodeSize * scale * (0.5 + 2 * place(value)))
}

/** The width of a link: half of the base width for the weakest link, twice the base width for the strongest. */
function edgeWidth(form: Pick<GraphForm, 'baseEdgeWidth'>, links: { value: number }[], scale: number) {
  const place = placeAmong(links.map(({ value }) => value))
  return (value: number) => Math.max(0.5, form.baseEdgeWidth * scale * (0.5 + 1.5 * place(value)))
}

/** The position of a value between the smallest and the largest one, from 0 to 1. */
function placeAmong(values: number[]) {
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  return (value: number) => (high === low ? 0.25 : (value - low) / (high - low))
}

/** A name filters by the column in which it occurs first; a link does not filter. */
function crossFilter(input: DrawInput<GraphForm>, event: MarkEvent): DataMask | null {
  const knot = event.dataType === 'edge' ? undefined : readNetwork(input).knots.find(({ name }) => name === event.name)
  const column = knot && input.formData[knot.end]
  if (knot === undefined || column === undefined) return null
  if (input.filterState?.selectedValues?.includes(knot.name)) return clearedMask
  const col = columnLabel(column)
  const filter =
    knot.filterValue === null ? { col, op: 'IS NULL' } : { col, op: 'IN', val: [sentValue(knot.filterValue)] }
  return {
    extraFormData: { filters: [filter] },
    filterState: { value: [knot.name], selectedValues: [knot.name], label: knot.name },
  }
}

/** A link selects the rows with both of its ends; a name selects the same rows as its filter. */
function drill(input: DrawInput<GraphForm>, event: MarkEvent): DrillContext | null {
  const { source, target } = input.formData
  if (event.dataType !== 'edge') return maskDrill(crossFilter({ ...input, filterState: undefined }, event))
  const link = strongestLinks(readNetwork(input).links, mostLinks)[event.dataIndex ?? -1]
  if (link === undefined || source === undefined || target === undefined) return null
  return { filters: [equals(columnLabel(source), link.ends[0]), equals(columnLabel(target), link.ends[1])] }
}

/** The names, then the links between them. */
function marks(input: DrawInput<GraphForm>): Mark[] {
  const { knots, links } = readNetwork(input)
  return [
    ...knots.map(({ name }) => ({ name, label: name })),
    ...strongestLinks(links, mostLinks).map(({ source, target }, dataIndex) => ({
      dataType: 'edge',
      dataIndex,
      label: `${source} → ${target}`,
    })),
  ]
}

export const drawing: EChartsDrawing<GraphForm> = {
  option,
  needs,
  prepare: readNetwork.steps,
  crossFilter,
  drill,
  marks,
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/graph.ts')])
  },
}
