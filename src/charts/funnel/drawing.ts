import type { EChartsOption } from 'echarts'
import { metricLabel } from '../../model/query/labels.ts'
import { belowZeroText } from '../shared/belowZero.ts'
import { readableText } from '../shared/color/readable.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { groupMarks, groupMask, isMutedBy, type NamedGroup } from '../shared/crossFilter.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { nameAndValue } from '../shared/format/nameAndValue.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { legendOption } from '../shared/legend.ts'
import { exactOf, metricFormat, type NumberFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { readOnce } from '../shared/readOnce.ts'
import { cutText, linesOf as linesIn, textWidth } from '../shared/textWidth.ts'
import { tooltipHtml } from '../shared/tooltipHtml.ts'
import type { FunnelForm } from './query.ts'

interface Stage extends NamedGroup {
  value: number
  /** share of the first stage, of the previous one or of the total; null if that is zero */
  share: number | null
}

type Result = Pick<DrawInput<FunnelForm>, 'formData' | 'data' | 'datasource'>

/** Minimum height in px of a stage. Stages without room are omitted, and a note says so. */
const leastHeight = 6
/** Minimum height in px of a stage with a label. */
const labelHeight = 14

/** Maximum number of stages: no screen is high enough for more. */
const mostStages = 1000

interface Funnel {
  /** the first stages, at most `mostStages` */
  stages: Stage[]
  /** number and sum of all stages */
  count: number
  total: number
}

/** The stages in the order of the result; rows with a missing or negative value are omitted. */
const readFunnel = readOnce(({ formData: form, data, datasource }: Result): Funnel => {
  const groups = readGroups(data[0], form.groupby)
  const metric = form.metric === undefined ? '' : metricLabel(form.metric)
  const stages: Stage[] = []
  let [count, total] = [0, 0]
  for (const [row, value] of readMetric(data[0], form.metric).entries()) {
    if (value === null || value < 0) continue
    count += 1
    total += value
    // later rows only count toward the totals
    if (count > mostStages) continue
    const label = groups.texts(row).join(', ') || (datasource.verboseMap[metric] ?? metric)
    stages.push({ label, groupValues: groups.values(row), value, share: null })
  }
  const shared = stages.map((stage, at): Stage => {
    const previous = stages[at - 1]?.value ?? stage.value
    const base = { first_step: stages[0]?.value ?? 0, prev_step: previous, total }[form.percent_calculation_type]
    return { ...stage, share: base === 0 ? null : stage.value / base }
  })
  return { stages: shared, count, total }
})

export const readStages = (input: Result): Stage[] => readFunnel(input).stages

function needs(input: Result): string | undefined {
  return readFunnel(input).total > 0 ? undefined : 'A funnel needs a metric with values above zero.'
}

function option(input: DrawInput<FunnelForm>): EChartsOption {
  const { formData: form, theme, size } = input
  const all = readFunnel(input)
  if (needs(input) !== undefined) return {}
  const most = Math.max(1, Math.floor(size.height / leastHeight))
  const stages = all.stages.slice(0, most)
  const below = notesBelow(
    [
      stages.length < all.count && `The first ${stages.length} of ${all.count} stages`,
      belowZeroText(readMetric(input.data[0], form.metric)),
    ],
    input,
  )
  const { legend, room } = legendOption(
    { ...form, legendType: 'scroll' },
    stages.map(({ label }) => label),
    size,
    input.legendSelected,
    { below: below.height },
  )
  const box = {
    top: room.top + 4,
    bottom: room.bottom,
    left: room.left,
    right: room.right,
    width: size.width - room.left - room.right,
  }
  const colors = stages.map(({ label }) => input.color(label))
  const write = valueFormat(input)
  const labels = placeLabels(input, stages, box)
  return {
    legend,
    ...below.option,
    tooltip: {
      show: form.show_tooltip_labels,
      trigger: 'item',
      formatter: (params: unknown) => {
        const { dataIndex } = params as { dataIndex: number }
        const stage = stages[dataIndex]
        return stage === undefined ? '' : tooltipOf(input, stage, colors[dataIndex] ?? theme.chartMuted, write)
      },
    },
    series: [
      {
        type: 'funnel',
        animation: false,
        sort: form.sort,
        orient: form.orient,
        gap: form.gap > 0 ? form.gap : stages.length > 40 ? 0 : 2,
        minSize: 2,
        maxSize: '100%',
        top: box.top,
        bottom: box.bottom,
        left: box.left + box.width * 0.04,
        right: box.right + box.width * 0.04,
        itemStyle: { borderWidth: 0 },
        labelLine: { show: form.labelLine, length: 10, lineStyle: { color: theme.chartAxis } },
        label: { show: form.show_labels, fontSize: 11, textBorderWidth: 0 },
        emphasis: { label: { show: form.show_labels } },
        data: stages.map(({ label, value }, at) => ({
          name: label,
          value,
          itemStyle: { color: isMutedBy(input.filterState, label) ? theme.chartMuted : colors[at] },
          label: labels[at],
        })),
      },
    ],
  }
}

/** Inside a stage if the text fits there in one line or two, otherwise beside it. */
function placeLabels(
  { formData: form, theme, size, color, filterState, ...input }: DrawInput<FunnelForm>,
  stages: Stage[],
  box: { top: number; bottom: number; width: number },
) {
  const write = valueFormat({ formData: form, ...input })
  const largest = Math.max(...stages.map(({ value }) => value))
  const sorted = form.sort === 'none' ? stages : stages.toSorted((one, other) => other.value - one.value)
  const follower = new Map(sorted.map((stage, at) => [stage, sorted[at + 1]?.value ?? 0]))
  const width = box.width * 0.92
  const height = (size.height - box.top - box.bottom) / stages.length
  const fontSize = Math.round(Math.max(11, Math.min(16, height / 12, width / 70)))
  const look = { fontSize, lineHeight: lineHeight(fontSize) }
  return stages.map((stage) => {
    if (!form.show_labels || (form.orient === 'vertical' && height < labelHeight)) return { show: false }
    const parts = partsOf(form.label_type, stage, write)
    const text = stageText(form.label_type, stage, write)
    if (form.labelLine || form.orient === 'horizontal') {
      return { ...look, position: 'outer' as const, formatter: () => text, color: theme.chartText }
    }
    const [above, below] = [stage.value, follower.get(stage) ?? 0].map((value) => (width * value) / largest)
    const middle = ((above ?? 0) + (below ?? 0)) / 2
    // the width of the stage at the narrower edge of a label of so many lines: a stage may widen downwards
    const inside = (lines: number) =>
      lines * look.lineHeight > height - 4
        ? 0
        : middle - (Math.abs((above ?? 0) - (below ?? 0)) / height) * ((lines * look.lineHeight) / 2) - 8
    const stacked = linesOf(parts.name, parts.number)
    const inner = [text, stacked].find((each) => widthOf(each, fontSize) <= inside(each.split('\n').length))
    if (inner !== undefined) {
      const ground = isMutedBy(filterState, stage.label) ? theme.chartMuted : color(stage.label)
      return { ...look, position: 'inside' as const, formatter: () => inner, color: readableText(ground) }
    }
    const beside = { width: (box.width - middle) / 2 - 10, lines: Math.floor((height - 2) / look.lineHeight) }
    const shown = fittedText(parts, text, beside, fontSize)
    return {
      ...look,
      show: shown !== '',
      position: 'right' as const,
      distance: 6,
      formatter: () => shown,
      color: theme.chartText,
    }
  })
}

const lineHeight = (fontSize: number) => Math.round(fontSize * 1.25)

/** The width of the longest line. */
const widthOf = (text: string, fontSize: number) =>
  Math.max(...text.split('\n').map((line) => (textWidth(line) * fontSize) / 12))

/** What a label consists of: a name, a number or both. */
interface Parts {
  name: string
  number: string
}

function partsOf(type: number, stage: Stage, write: NumberFormat): Parts {
  const number = { 1: 1, 2: 2, 3: 1, 4: 2, 5: 6, 6: 6 }[type]
  return {
    name: hasName.has(type) ? stage.label : '',
    number: number === undefined ? '' : stageText(number, stage, write),
  }
}

const linesOf = (...lines: string[]) => lines.filter((line) => line !== '').join('\n')

/**
 * The text of a label that fits into the room beside its stage: in one line, with the number below the name, or with the
 * name in several lines. A name may be truncated, a number may not: a part of it would be another number.
 */
function fittedText({ name, number }: Parts, text: string, room: { width: number; lines: number }, fontSize: number) {
  if (widthOf(text, fontSize) <= room.width) return text
  if (widthOf(number, fontSize) > room.width) return ''
  const lines = room.lines - (number === '' ? 0 : 1)
  const isInLine = lines < 1
  const left = room.width - (isInLine ? widthOf(text, fontSize) - widthOf(name, fontSize) : 0)
  // a few letters of a name are less useful than the number alone
  if (name === '' || left <= (number === '' ? 24 : 44)) return number
  if (isInLine) return text.replace(name, () => cutText(name, left, fontSize))
  return linesOf(...linesIn(name, (left * 11) / fontSize, lines), number)
}

/** Label contents by their saved number. */
function stageText(type: number, { label, value, share }: Stage, write: NumberFormat): string {
  const percent = share === null ? '–' : numberFormatter(',.2%')(share)
  switch (type) {
    case 1:
      return write(value)
    case 2:
      return percent
    case 3:
      return nameAndValue(label, write(value))
    case 4:
      return nameAndValue(label, percent)
    case 5:
      return nameAndValue(label, `${write(value)} (${percent})`)
    case 6:
      return `${write(value)} (${percent})`
    default:
      return label
  }
}

const hasName = new Set([0, 3, 4, 5])
const hasValue = new Set([1, 3, 5, 6])
const hasShare = new Set([2, 4, 5, 6])

function tooltipOf({ formData: form, theme }: DrawInput<FunnelForm>, stage: Stage, color: string, write: NumberFormat) {
  const type = form.tooltip_label_type
  const percent = hasShare.has(type) ? stageText(2, stage, write) : undefined
  const value = hasValue.has(type) ? exactOf(write)(stage.value) : undefined
  const label = hasName.has(type) ? stage.label : ''
  return tooltipHtml({
    title: '',
    rows: [
      {
        color,
        label,
        value: value ?? percent ?? '',
        ...(value !== undefined && percent !== undefined && { extra: `(${percent})` }),
      },
    ],
    theme,
  })
}

function valueFormat({ formData: form, datasource }: Pick<DrawInput<FunnelForm>, 'formData' | 'datasource'>) {
  const metric = form.metric === undefined ? undefined : metricLabel(form.metric)
  return metricFormat({ format: form.number_format, currency: form.currency_format }, datasource, metric)
}

export const drawing: EChartsDrawing<FunnelForm> = {
  option,
  needs,
  crossFilter: (input, event) =>
    groupMask(
      input.formData.groupby,
      readStages(input).find(({ label }) => label === event.name),
      input.filterState,
    ),
  marks: (input) => groupMarks(readStages(input), ({ value }) => exactOf(valueFormat(input))(value)),
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/funnel.ts')])
  },
}
