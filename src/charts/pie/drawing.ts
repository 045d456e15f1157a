import type { EChartsOption, PieSeriesOption, TitleComponentOption } from 'echarts'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { GenericType } from '../../model/dataset/dataset.ts'
import { worded } from '../../model/language/written.ts'
import type { JsonCell } from '../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import { markedText } from '../../model/query/markedText.ts'
import { belowZeroText } from '../shared/belowZero.ts'
import type { DrawInput, EChartsDrawing, Mark, MarkEvent } from '../shared/contract.ts'
import { clearedMask, filterMask, groupMarks } from '../shared/crossFilter.ts'
import { numberFormatter, timeFormatter } from '../shared/format/index.ts'
import { nameAndValue } from '../shared/format/nameAndValue.ts'
import { readMetric } from '../shared/groups.ts'
import { type Edges, legendOption } from '../shared/legend.ts'
import { exactOf, metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'
import { textWidth } from '../shared/textWidth.ts'
import { tooltipHtml } from '../shared/tooltipHtml.ts'
import { fitsInside, placeLabels } from './labels.ts'
import type { PieForm } from './query.ts'

interface Slice {
  label: string
  groupValues: JsonCell[]
  value: number
  share: number
  /** a sum of small slices: it represents no single value and does not filter */
  isOther?: boolean
}

type Result = Pick<DrawInput<PieForm>, 'formData' | 'data' | 'datasource'>

/**
 * Maximum number of slices: more would be thinner than a pixel, and drawing them would block the page. The smallest
 * slices are combined.
 */
const mostSlices = 300

/**
 * The slices in the order of the result, without values below zero, which have no angle. Small ones are combined if the
 * form data requests it, or if there are too many.
 */
export const readSlices = readInSteps(function* ({ formData: form, data, datasource }: Result): Steps<Slice[]> {
  const answer = data[0]
  if (!answer || form.metric === undefined) return []
  const groups = form.groupby
    .map((column) => answer.colnames.indexOf(columnLabel(column)))
    .filter((index) => index >= 0)
  const values = readMetric(answer, form.metric)
  const total = values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0)
  const writeTime = timeFormatter(form.date_format)
  const writeGroup = (column: number, row: number) => {
    const value = answer.columns[column]?.[row] ?? null
    return answer.coltypes[column] === GenericType.temporal && typeof value === 'number'
      ? writeTime(value)
      : markedText(value)
  }
  const metricName = metricLabel(form.metric)
  const parts: Part[] = []
  for (const [row, value] of values.entries()) {
    if (pausesAfter(row)) yield
    if (value !== null && value >= 0) parts.push({ row, value, share: total === 0 ? 0 : value / total })
  }
  const large = joinSmall(parts, form.threshold_for_other / 100)
  yield
  // names are formatted only for drawn slices, because most of a large result is combined
  return joinRest(large).map(({ row, value, share }): Slice => {
    if (row === undefined) return { label: worded('Other'), groupValues: [], value, share, isOther: true }
    return {
      label:
        groups.length === 0
          ? (datasource.verboseMap[metricName] ?? metricName)
          : groups.map((column) => writeGroup(column, row)).join(', '),
      groupValues: groups.map((column) => answer.columns[column]?.[row] ?? null),
      value,
      share,
    }
  })
})

/** The value of a slice; a slice without a row is the sum of small ones. */
interface Part {
  row: number | undefined
  value: number
  share: number
}

function joinSmall(parts: Part[], threshold: number): Part[] {
  const small = new Set(parts.filter((part) => part.share < threshold))
  return small.size < 2 ? parts : join(parts, small)
}

/** Combines the smallest slices if there are too many to draw. */
function joinRest(parts: Part[]): Part[] {
  if (parts.length <= mostSlices) return parts
  const own = parts.filter(({ row }) => row !== undefined)
  // sorting numbers takes a fraction of the time of sorting objects
  const least =
    Float64Array.from(own, ({ value }) => value)
      .sort()
      .at(1 - mostSlices) ?? 0
  let room = mostSlices - 1 - own.filter(({ value }) => value > least).length
  const isLarge = ({ row, value }: Part) => row !== undefined && (value > least || (value === least && room-- > 0))
  const large = new Set(parts.filter(isLarge))
  return join(parts, new Set(parts.filter((part) => !large.has(part))))
}

function join(parts: Part[], combined: Set<Part>): Part[] {
  const small = [...combined]
  const value = small.reduce((sum, part) => sum + part.value, 0)
  const share = small.reduce((sum, part) => sum + part.share, 0)
  return [...parts.filter((part) => !combined.has(part)), { row: undefined, value, share }]
}

function option(input: DrawInput<PieForm>): EChartsOption {
  const { formData: form, theme, size } = input
  const slices = readSlices(input)
  const write = valueFormat(input)
  const rows = input.data[0]?.rowcount ?? 0
  const below = notesBelow(
    [
      slices.length === mostSlices &&
        rows > mostSlices &&
        `The ${mostSlices - 1} largest of ${rows} values, and the sum of the others`,
      belowZeroText(readMetric(input.data[0], form.metric)),
    ],
    input,
  )
  const { legend, room } = legendOption(
    form,
    slices.map((slice) => slice.label),
    size,
    input.legendSelected,
    { below: below.height, isRound: true },
  )
  const selected = input.filterState?.selectedValues
  const isMuted = (slice: Slice) => Boolean(selected?.length) && !selected?.includes(slice.label)
  // every slice requests its color in order, drawn or muted: colors are assigned in the order of first requests
  const colors = new Map(slices.map((slice) => [slice, slice.isOther ? theme.chartMuted : input.color(slice.label)]))
  const { radius, texts, gap } = shape(input, room, slices, write)
  const { x, y, width } = middleOf(room, size)
  const lines = lead(form, width)
  const titles = [
    ...(form.show_total ? [totalTitle(input, room, radius.inner)] : []),
    ...(below.option.title ? [below.option.title] : []),
  ]
  return {
    legend,
    ...(titles.length > 0 && { title: titles.length === 1 ? titles[0] : titles }),
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const slice = slices[(params as { dataIndex: number }).dataIndex]
        if (slice === undefined) return ''
        const color = colors.get(slice) ?? theme.chartMuted
        return tooltipHtml({
          title: '',
          rows: [{ color, label: slice.label, value: exactOf(write)(slice.value), extra: shareText(slice) }],
          theme,
        })
      },
    },
    series: [
      {
        type: 'pie',
        center: [x, y],
        // labels are moved apart within this area
        ...(below.height > 0 && { bottom: below.height }),
        radius: [radius.inner, radius.outer],
        ...(form.roseType !== null && { roseType: form.roseType }),
        animation: false,
        ...(gap < fullGap && { itemStyle: { borderWidth: gap, borderRadius: 0 } }),
        // the label of a single slice is next to it, not below it
        ...(slices.length === 1 && { startAngle: 180 }),
        avoidLabelOverlap: true,
        minShowLabelAngle: form.show_labels_threshold * 3.6,
        label: labelOption(input, texts),
        ...(!form.labels_outside && { labelLayout: { hideOverlap: true } }),
        labelLine: {
          show: form.show_labels && form.labels_outside && form.label_line,
          length: lines.along,
          length2: lines.on,
        },
        emphasis: { scale: false, focus: 'none', itemStyle: { opacity: 0.85 } },
        data: slices.map((slice, index) => ({
          name: slice.label,
          value: slice.value,
          itemStyle: { color: isMuted(slice) ? theme.chartMuted : colors.get(slice) },
          // no line to a label that is not shown
          ...(!texts[index] && { label: { show: false }, labelLine: { show: false } }),
        })),
      } as PieSeriesOption,
    ],
  }
}

function valueFormat({ formData: form, datasource }: DrawInput<PieForm>) {
  const metric = form.metric === undefined ? undefined : metricLabel(form.metric)
  return metricFormat({ format: form.number_format, currency: form.currency_format }, datasource, metric)
}

/** The position of the pie: centered in the space that the legend leaves. */
function middleOf(room: Edges, size: { width: number; height: number }) {
  const width = size.width - room.left - room.right
  const height = size.height - room.top - room.bottom
  return { x: room.left + width / 2, y: room.top + height / 2, width, height }
}

/**
 * Radius in px up to which the pie uses all the height that its labels leave free, regardless of the requested size.
 */
const smallPie = 72

/** px between the edge of the pie and its labels; less in a narrow chart. */
function lead(form: PieForm, width: number): { along: number; on: number } {
  if (!form.label_line) return { along: 10, on: 0 }
  return width < 280 ? { along: 6, on: 4 } : { along: 10, on: 8 }
}

/**
 * The radii of the pie, the texts of its labels and the gap between slices. The form data has radii in percent of half
 * the shorter side. If the labels outside lack space, the pie becomes slightly smaller.
 */
function shape(
  { formData: form, size, legendSelected }: DrawInput<PieForm>,
  room: Edges,
  slices: Slice[],
  write: (value: number) => string,
): { radius: { inner: number; outer: number }; texts: (string | undefined)[]; gap: number } {
  const { width, height } = middleOf(room, size)
  const { along, on } = lead(form, width)
  const outer = Math.min(100, Math.max(10, form.outerRadius))
  const inner = form.donut ? Math.min(form.innerRadius, outer - 5) : 0
  const share = ((Math.min(width, height) / 2) * outer) / 100
  const labelsAbove = form.show_labels && form.labels_outside ? along + 12 : 4
  const wanted = outer < 60 ? share : Math.max(share, Math.min(smallPie, height / 2 - labelsAbove, width / 2))

  const shown = slices.map((slice) => (legendSelected?.[slice.label] === false ? 0 : Math.max(0, slice.value)))
  const total = shown.reduce((sum, value) => sum + value, 0)
  const count = shown.filter((value) => value > 0).length
  const parts = shown.map((value) => (value === 0 ? 0 : form.roseType === 'area' ? 1 / count : value / total))
  const hasNumber = withNumber(form)
  const labelled = slices.map((slice, index) => {
    const part = parts[index] ?? 0
    const isShown = form.show_labels && part > 0 && part * 100 >= form.show_labels_threshold
    return {
      part,
      text: isShown ? labelText(form, slice, write) : undefined,
      ...(hasNumber && { name: withName(form) ? slice.label : '', figure: figureOf(form, slice, write) }),
    }
  })
  const radiiOf = (radius: number) => ({ inner: (radius * inner) / outer, outer: radius })
  if (!form.labels_outside) {
    const radius = radiiOf(wanted)
    let passed = 0
    const texts = labelled.map(({ part, text }) => {
      passed += part
      return text !== undefined && fitsInside(text, { from: passed - part, to: passed }, radius) ? text : undefined
    })
    return { radius, texts, gap: gapOf(parts, radius.outer) }
  }
  const isFigure = form.label_type === 'value' || form.label_type === 'percent'
  const placed = placeLabels(labelled, wanted, {
    width,
    height,
    lead: { along, on: on + 5 },
    isFigure,
    hasLegend: form.show_legend,
    isLone: slices.length === 1,
  })
  return { radius: radiiOf(placed.radius), texts: placed.texts, gap: gapOf(parts, placed.radius) }
}

/** px between two slices. */
const fullGap = 2

const isTemplate = ({ label_type }: PieForm) => label_type === 'template'

const withNumber = (form: PieForm) =>
  isTemplate(form) ? /\{(?:value|percent)\}/.test(form.label_template) : form.label_type !== 'key'

const withName = (form: PieForm) =>
  isTemplate(form) ? form.label_template.includes('{name}') : form.label_type.startsWith('key')

/** The number of a label, which is left out last; undefined in a template, whose parts may be in any order. */
function figureOf(form: PieForm, slice: Slice, write: (value: number) => string): string | undefined {
  if (isTemplate(form)) return undefined
  return form.label_type === 'key_percent' ? numberFormatter(',.2%')(slice.share) : write(slice.value)
}

/**
 * Slices would disappear in gaps wider than they are, and with many slices the circle would look full of holes: gaps
 * take at most a quarter of the thinnest slice's edge and a tenth of the circle. If almost nothing remains, there are
 * no gaps.
 */
function gapOf(parts: number[], radius: number): number {
  const drawn = parts.filter((part) => part > 0)
  const ofCircle = (0.1 * Math.PI * radius) / Math.max(1, drawn.length)
  const ofThinnest = (Math.min(1, ...drawn) * 2 * Math.PI * radius) / 4
  return ofCircle < 0.5 ? 0 : Math.min(fullGap, ofCircle, Math.max(0.5, ofThinnest))
}

function labelOption({ formData: form, theme }: DrawInput<PieForm>, texts: (string | undefined)[]) {
  return {
    show: form.show_labels,
    position: form.labels_outside ? ('outer' as const) : ('inner' as const),
    color: form.labels_outside ? theme.chartText : '#ffffff',
    ...(!form.labels_outside && { textBorderColor: '#00000059', textBorderWidth: 2 }),
    alignTo: 'none' as const,
    bleedMargin: 4,
    lineHeight: 15,
    // the texts already have line breaks and are truncated
    overflow: 'none' as const,
    formatter: (params: { dataIndex: number }) => texts[params.dataIndex] ?? '',
  }
}

/** The label of a slice. Placeholders of a template: {name}, {value}, {percent}. */
export function labelText(
  form: Pick<PieForm, 'label_type' | 'label_template'>,
  slice: Pick<Slice, 'label' | 'value' | 'share'>,
  write: (value: number) => string,
): string {
  const percent = numberFormatter(',.2%')(slice.share)
  const value = write(slice.value)
  switch (form.label_type) {
    case 'key':
      return slice.label
    case 'value':
      return value
    case 'percent':
      return percent
    case 'key_value':
      return nameAndValue(slice.label, value)
    case 'key_percent':
      return nameAndValue(slice.label, percent)
    case 'key_value_percent':
      return nameAndValue(slice.label, `${value} (${percent})`)
    case 'value_percent':
      return `${value} (${percent})`
    case 'template':
      return form.label_template
        .replaceAll('\\n', '\n')
        .replaceAll('{name}', slice.label)
        .replaceAll('{value}', value)
        .replaceAll('{percent}', percent)
  }
}

/** The total of the visible slices, in the ring (with this inner radius) or above a full pie. */
function totalTitle(input: DrawInput<PieForm>, room: Edges, inner: number): TitleComponentOption {
  const { formData: form, size } = input
  const visible = readSlices(input).filter((slice) => input.legendSelected?.[slice.label] !== false)
  const total = visible.reduce((sum, slice) => sum + slice.value, 0)
  const { x, y } = middleOf(room, size)
  const text = `${worded('Total')}: ${valueFormat(input)(total)}`
  // the corners of the text keep a distance from the ring
  const fitting = (lines: string[]) => (inner - 4) / Math.hypot(Math.max(...lines.map(widthOf)) / 2, lines.length * 8)
  // two lines if the ring is too narrow for one, and a smaller font if it is too narrow for two
  const isBroken = form.donut && fitting([text]) < 1
  const fontSize = form.donut
    ? Math.max(9, Math.min(13, Math.floor(13 * fitting(isBroken ? text.split(': ') : [text]))))
    : 13
  return {
    text: isBroken ? text.replace(': ', ':\n') : text,
    left: x,
    top: form.donut ? y : room.top + 8,
    textAlign: 'center',
    textVerticalAlign: 'middle',
    padding: 0,
    ...(fontSize < 13 && { textStyle: { fontSize, lineHeight: fontSize + 3 } }),
  }
}

/** The width of a title, which is larger and bolder than a label. */
const widthOf = (text: string) => textWidth(text) * 1.12

function crossFilter(input: DrawInput<PieForm>, event: MarkEvent): DataMask | null {
  const slice = readSlices(input).find((candidate) => candidate.label === event.name)
  if (slice === undefined || slice.isOther || slice.groupValues.length === 0) return null
  if (input.filterState?.selectedValues?.includes(slice.label)) return clearedMask
  const values = slice.groupValues.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
  return filterMask(input.formData.groupby, values, slice.label)
}

const shareText = ({ share }: Slice) => `(${numberFormatter(',.2%')(share)})`

function marks(input: DrawInput<PieForm>): Mark[] {
  const write = exactOf(valueFormat(input))
  return groupMarks(
    readSlices(input).filter(({ isOther }) => !isOther),
    (slice) => `${write(slice.value)} ${shareText(slice)}`,
  )
}

const needs = ({ formData: form, data }: Pick<DrawInput<PieForm>, 'formData' | 'data'>) =>
  form.metric === undefined || readMetric(data[0], form.metric).some((value) => value !== null && value > 0)
    ? undefined
    : 'A pie chart needs a metric with values above zero.'

async function register(): Promise<void> {
  await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/pie.ts')])
}

export const drawing: EChartsDrawing<PieForm> = {
  option,
  crossFilter,
  legendParts: (input) =>
    readSlices(input).map(({ label, isOther }) => ({ label, ...(!isOther && { colorLabel: label }) })),
  marks,
  needs,
  prepare: readSlices.steps,
  register,
}
