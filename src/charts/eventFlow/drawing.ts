import type { CustomSeriesOption, EChartsOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { flatBranches, pathText } from '../shared/hierarchy.ts'
import { icicleSeries, layOut, writtenNames } from '../shared/icicle.ts'
import { legendOption } from '../shared/legend.ts'
import { notesBelow } from '../shared/note.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import type { EventFlowForm } from './query.ts'
import { mostEvents, readSequences } from './sequences.ts'

type Result = Pick<DrawInput<EventFlowForm>, 'formData' | 'data' | 'datasource'>

function needs(input: Result): string | undefined {
  const { entity, all_columns_x: event } = input.formData
  if (entity === undefined || event === undefined) return 'An event flow needs a column of entities and one of events.'
  return readSequences(input).branches.length > 0
    ? undefined
    : 'An event flow needs sequences that enough entities have; a lower minimum shows more of them.'
}

const longerText = (count: number) =>
  count === 1
    ? `Only the first ${mostEvents} events are shown: 1 entity has more`
    : `Only the first ${mostEvents} events are shown: ${count} entities have more`

/** More colors cannot be told apart. */
const mostEntries = 24
/** px of height */
const legendFrom = 120
const legendForm = { legendType: 'scroll', legendOrientation: 'top', legendMargin: null } as const

function option(input: DrawInput<EventFlowForm>): EChartsOption {
  const { theme, size } = input
  const { branches, longer } = readSequences(input)
  if (branches.length === 0) return {}
  const names = [...new Set(flatBranches(branches).map(({ name }) => name))]
  const colors = new Map(names.map((name) => [name, input.color(name)]))
  const below = notesBelow([longer > 0 && longerText(longer)], input)
  const total = branches.reduce((sum, { sums }) => sum + (sums[0] ?? 0), 0)
  const blocksFrom = (top: number) =>
    layOut(
      branches,
      { left: 0, top, width: size.width, height: Math.max(1, size.height - top - below.height) },
      ({ sums }) => sums[0] ?? 0,
    )
  const written = writtenNames(blocksFrom(0))
  const { legend, room } = legendOption(
    { ...legendForm, show_legend: size.height >= legendFrom && names.some((name) => !written.has(name)) },
    names.slice(0, mostEntries),
    size,
    undefined,
    { below: below.height },
  )
  const blocks = blocksFrom(room.top)
  const percent = numberFormatter(',.1%')
  return {
    ...below.option,
    // without the name of an event in the picture, a legend has all of them
    legend: { ...legend, selectedMode: false },
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const branch = blocks[(params as { dataIndex: number }).dataIndex]?.branch
        if (branch === undefined) return ''
        const [count = 0] = branch.sums
        const color = colors.get(branch.name) ?? theme.chartMuted
        const rows = [
          { color, label: worded('Entities'), value: numberFormatter(',d')(count) },
          { color: 'transparent', label: worded('Share of all'), value: percent(count / total) },
        ]
        return tooltipHtml({ title: escapeHtml(pathText(branch.path)), rows, theme })
      },
    },
    series: [
      icicleSeries(
        blocks,
        ({ name }) => colors.get(name) ?? theme.chartMuted,
        ({ name }) => name,
        theme,
      ),
      ...names.slice(0, mostEntries).map((name) => entryOf(name, colors.get(name))),
    ],
  } as EChartsOption
}

/** A series without data: the legend has the names and colors of series. */
const entryOf = (name: string, color: string | undefined): CustomSeriesOption => ({
  type: 'custom',
  coordinateSystem: 'none',
  name,
  itemStyle: { color: color ?? '' },
  renderItem: () => null,
  data: [],
})

export const drawing: EChartsDrawing<EventFlowForm> = {
  option,
  needs,
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/custom.ts')])
  },
}
