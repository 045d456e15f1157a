import type { EChartsOption } from 'echarts'
import { metricLabel } from '../../model/query/labels.ts'
import { belowZeroText } from '../shared/belowZero.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { readMetric } from '../shared/groups.ts'
import { namesOf, readLinks, strongestLinks } from '../shared/links.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { tooltipHtml } from '../shared/tooltipHtml.ts'
import type { ChordForm } from './query.ts'

type Result = Pick<DrawInput<ChordForm>, 'formData' | 'data' | 'datasource'>

/** More bands cannot be told apart: the strongest are drawn, and a note says so. */
const mostLinks = 300
/** No screen has room for more names around a circle; a note says so. */
const mostNames = 120

export const chordsOf = readInSteps(({ formData: form, data }: Result) =>
  readLinks(data[0], [form.groupby, form.columns], form.metric, form.sort_by_metric),
)

function needs(input: Result): string | undefined {
  const { groupby, columns } = input.formData
  if (groupby === undefined || columns === undefined) return 'A chord diagram needs a source and a target.'
  return chordsOf(input).length > 0 ? undefined : 'A chord diagram needs a metric with values above zero.'
}

function option(input: DrawInput<ChordForm>): EChartsOption {
  const { formData: form, data, theme, size, datasource } = input
  const all = chordsOf(input)
  if (all.length === 0) return {}
  const links = strongestLinks(all, mostLinks)
  const names = namesOf(links)
  const colors = new Map(names.map((name) => [name, input.color(name)]))
  const sums = new Map(names.map((name) => [name, 0]))
  for (const { source, target, value } of links) {
    sums.set(source, (sums.get(source) ?? 0) + value)
    if (target !== source) sums.set(target, (sums.get(target) ?? 0) + value)
  }
  const below = notesBelow(
    [
      links.length < all.length && `The strongest ${links.length} of ${all.length} links`,
      names.length > mostNames && `Too many names for labels: ${names.length}`,
      belowZeroText(readMetric(data[0], form.metric)),
    ],
    input,
  )
  const height = size.height - below.height
  const shorter = Math.min(size.width, height)
  const hasLabels = shorter >= 180 && names.length <= Math.min(mostNames, shorter / 6)
  const room = hasLabels ? Math.min(90, shorter * 0.25, Math.max(...names.map(labelWidth)) + 12) : 4
  const outer = Math.max(10, Math.min(size.width / 2 - room, height / 2 - (hasLabels ? Math.min(room, 24) : 4)))
  const ring = Math.max(4, outer * 0.07)
  const write = metricFormat({ format: form.y_axis_format }, datasource, metricLabel(form.metric ?? ''))
  return {
    ...below.option,
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const { dataType, dataIndex, name } = params as { dataType?: string; dataIndex: number; name: string }
        const link = dataType === 'edge' ? links[dataIndex] : undefined
        const label = link ? `${link.source} → ${link.target}` : name
        const color = colors.get(link ? link.source : name) ?? theme.chartMuted
        const value = write(link ? link.value : sums.get(name))
        return tooltipHtml({ title: '', rows: [{ color, label, value }], theme })
      },
    },
    series: [
      {
        type: 'chord',
        animation: false,
        center: [size.width / 2, height / 2],
        radius: [outer - ring, outer],
        padAngle: names.length > 60 ? 0 : 2,
        minAngle: 0,
        emphasis: { focus: 'adjacency' },
        itemStyle: { borderWidth: 0, borderRadius: 2 },
        lineStyle: { color: 'source', opacity: 0.6, width: 0 },
        label: {
          show: hasLabels,
          position: 'outside',
          distance: 6,
          minMargin: 4,
          color: theme.chartText,
          fontSize: 11,
          formatter: (params: { name: string }) =>
            cutText(params.name, Math.max(room, size.width / 2 - outer) - 10, 11),
        },
        labelLayout: { hideOverlap: true },
        data: names.map((name) => ({ name, itemStyle: { color: colors.get(name) } })),
        links: links.map(({ source, target, value }) => ({ source, target, value })),
      },
    ],
  } as EChartsOption
}

export const drawing: EChartsDrawing<ChordForm> = {
  option,
  needs,
  prepare: chordsOf.steps,
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/chord.ts')])
  },
}
