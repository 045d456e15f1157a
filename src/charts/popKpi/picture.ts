import { plainTexts } from '../../model/language/plainTexts.ts'
import { worded } from '../../model/language/written.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { metricLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import { numbersOf } from '../shared/plot/cells.ts'
import { cutText, labelWidth, textWidth } from '../shared/textWidth.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { type ComparisonColumn, comparisonColumns } from './columns.ts'
import type { PopKpiForm } from './query.ts'

export interface Comparison {
  current: number | null
  previous: number | null
  difference: number | null
  /** the difference as a fraction of the absolute previous value */
  change: number | null
}

/**
 * The sums of the current and of the compared period. If both are zero or missing, there is no change; if only one is,
 * the change is 100% up or down. A chart without a compared period has only the current value.
 */
export function readComparison({ formData: form, data }: Pick<DrawInput<PopKpiForm>, 'formData' | 'data'>): Comparison {
  const sumOf = (answer: ChartData | undefined) => {
    const values = numbersOf(answer, form.metric === undefined ? undefined : metricLabel(form.metric))
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  }
  const current = sumOf(data[0])
  if (data[1] === undefined) return { current, previous: null, difference: null, change: null }
  const previous = sumOf(data[1])
  const difference = (current ?? 0) - (previous ?? 0)
  const change = !current && !previous ? 0 : !previous ? 1 : !current ? -1 : difference / Math.abs(previous)
  return { current, previous, difference, change }
}

export interface KpiText {
  role: string
  x: number
  baseline: number
  text: string
  fontSize: number
  fontWeight: number
  color: string
}

export interface KpiPicture {
  isCentred: boolean
  texts: KpiText[]
}

const icons: Record<ComparisonColumn, string> = { 'Previous value': '#', Delta: 'Δ', 'Percent change': '%' }
const shortNames: Record<ComparisonColumn, string> = plainTexts({
  'Previous value': 'Previous',
  Delta: 'Change',
  'Percent change': 'Change in %',
})

/** px between the subtitle and the names of the compared values, if there is room. */
const subtitleGap = 10

/** Lines from top to bottom: the metric's name, the value, the subtitle, the compared values side by side. */
export function popKpiPicture(input: DrawInput<PopKpiForm>): KpiPicture {
  const { formData: form, datasource, theme, size } = input
  const comparison = readComparison(input)
  const { current, difference, change } = comparison
  const metric = form.metric === undefined ? '' : metricLabel(form.metric)
  const plain = metricFormat({ format: form.y_axis_format, currency: form.currency_format }, datasource, metric)
  const write = (value: number | null) => (value === null ? worded('No data') : trueMinus(plain(value)))
  const isDefault = form.percentDifferenceFormat === undefined || form.percentDifferenceFormat === 'SMART_NUMBER'
  const percent = numberFormatter(isDefault ? ',.1~%' : form.percentDifferenceFormat)
  const tone = toneOf(form, difference ?? 0, theme)
  const arrow = !difference ? '' : difference > 0 ? '↗ ' : '↘ '
  const values: Record<ComparisonColumn, string> = {
    'Previous value': write(comparison.previous),
    Delta: `${arrow}${difference === null ? '' : signed(write(difference), difference)}`,
    'Percent change': change === null ? '' : `${arrow}${signed(trueMinus(percent(change)), change)}`,
  }
  const columns = comparisonColumns.filter((name) => form.column_config[name]?.visible !== false)
  const isPane = size.width >= 320 && size.height >= 300
  const scale = Math.min(size.height, isPane ? 360 : 240)
  // a fraction of the height, but not too small for a tile, and not too wide for the text
  const fitted = (text: string, wanted: number, room: number, least: number) =>
    Math.max(least, Math.min(wanted, (12 * room) / Math.max(1, textWidth(text) * 1.06)))
  const figure = write(current)
  const lines: (Omit<KpiText, 'x' | 'baseline'> & { height: number })[] = []
  const line = (role: string, text: string, fontSize: number, fontWeight: number, color: string) =>
    lines.push({ role, text, fontSize, fontWeight, color, height: fontSize * 1.35 })
  const small = (part: number, most: number) => Math.max(11, Math.min(most, part * scale * 0.6))
  if (form.show_metric_name) {
    const fontSize = small(form.metric_name_font_size, 20)
    line('name', cutText(datasource.verboseMap[metric] ?? metric, size.width, fontSize), fontSize, 420, theme.text2)
  }
  const wanted = Math.max(28, form.header_font_size * scale * 1.2)
  line('figure', figure, fitted(figure, wanted, size.width, 14), 560, current === null ? theme.text3 : theme.text)
  if (form.subtitle !== '') {
    const fontSize = small(form.subtitle_font_size, 18)
    line('subtitle', cutText(form.subtitle, size.width, fontSize), fontSize, 420, theme.text2)
  }
  const shown = input.data[1] === undefined ? [] : columns
  const columnWidth = Math.min(size.width / Math.max(1, shown.length), isPane ? 180 : 140)
  const valueSize = Math.min(
    small(form.subheader_font_size * 1.6, isPane ? 26 : 18),
    ...shown.map((name) => fitted(values[name], 99, columnWidth - 10, nameSize)),
  )
  const rowHeight = shown.length === 0 ? 0 : valueSize * 1.4 + 16
  // parts that do not fit are left out: the subtitle first, then the name
  for (const role of ['subtitle', 'name']) {
    const at = lines.findIndex((each) => each.role === role)
    if (sum(lines) + rowHeight > size.height && at !== -1) lines.splice(at, 1)
  }
  // in a low tile, the compared values are shown without their names
  const hasNames = sum(lines) + rowHeight <= size.height
  const total = sum(lines) + (hasNames ? rowHeight : valueSize * 1.4)
  const center = size.width / 2
  // two lines of small text need a gap between them
  const gap =
    shown.length > 0 && hasNames && lines.at(-1)?.role === 'subtitle' ? Math.min(subtitleGap, size.height - total) : 0
  let top = Math.max(0, (size.height - total - gap) / 2)
  const texts = lines.map(({ height, ...each }): KpiText => {
    top += height
    return { ...each, x: isPane ? center : 0, baseline: top - height * 0.28 }
  })
  top += gap
  const names = shown.map((name) => nameOf(form, name))
  const widths = columnWidths(
    shown.map((name, at) =>
      Math.max(labelWidth(names[at]?.label ?? '') + 8, (textWidth(values[name]) * 1.06 * valueSize) / 12 + 10),
    ),
    columnWidth,
  )
  for (const [at, name] of shown.entries()) {
    const own = widths[at] ?? columnWidth
    const before = sumOfNumbers(widths.slice(0, at))
    const x = isPane ? center - sumOfNumbers(widths) / 2 + before + own / 2 : before
    if (hasNames)
      texts.push({
        role: 'label',
        x,
        baseline: top + 13,
        text: nameWithin(names[at] ?? nameOf(form, name), own - 8),
        fontSize: nameSize,
        fontWeight: 420,
        color: theme.text3,
      })
    texts.push({
      role: name,
      x,
      baseline: top + (hasNames ? 16 : 0) + valueSize * 1.08,
      text: values[name],
      fontSize: valueSize,
      fontWeight: 520,
      color: name === 'Previous value' ? theme.text2 : tone,
    })
  }
  return { isCentred: isPane, texts }
}

/** px of the names of the compared values, which are not larger than the values */
const nameSize = 11

/** An increase has a plus sign, unless its format writes one: direction is not shown by color alone. */
const signed = (text: string, change: number) => (change > 0 && !text.includes('+') ? `+${text}` : text)

interface ValueName {
  label: string
  /** with a space after it; empty if the name needs none */
  icon: string
  /** what is shown if there is no room for the name */
  short: string
}

function nameOf(form: PopKpiForm, name: ComparisonColumn): ValueName {
  const settings = form.column_config[name]
  const label = settings?.customColumnName || worded(shortNames[name])
  // a name that contains the icon already, or a triangle like it, gets no icon
  const hasIcon = settings?.displayTypeIcon !== false && !label.replace('△', 'Δ').includes(icons[name])
  const isOwn = Boolean(settings?.customColumnName)
  return { label, icon: hasIcon ? `${icons[name]} ` : '', short: hasIcon || !isOwn ? icons[name] : '' }
}

/** Columns are equally wide, unless one needs more and there is enough room for all of them. */
function columnWidths(needs: readonly number[], equal: number): number[] {
  const spare = equal * needs.length - sumOfNumbers(needs)
  if (spare < 0 || needs.every((need) => need <= equal)) return needs.map(() => equal)
  return needs.map((need) => need + spare / needs.length)
}

/** The name with its icon, the name alone, or the icon alone, whichever fits first. */
function nameWithin({ label, icon, short }: ValueName, room: number): string {
  const fits = (text: string) => labelWidth(text) <= room
  if (fits(icon + label)) return icon + label
  return fits(label) || short === '' ? cutText(label, room, 11) : short
}

/** Green and red only if the form data requests colors; the arrow always shows the direction. */
function toneOf(form: PopKpiForm, difference: number, theme: DrawInput<PopKpiForm>['theme']): string {
  if (!form.comparison_color_enabled || difference === 0) return theme.text
  const isGood = difference > 0 === (form.comparison_color_scheme === 'Green')
  return isGood ? theme.successFg : theme.dangerFg
}

const sumOfNumbers = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const sum = (lines: { height: number }[]) => lines.reduce((total, { height }) => total + height, 0)
