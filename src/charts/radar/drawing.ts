import type { EChartsOption } from 'echarts'
import { metricLabel } from '../../model/query/labels.ts'
import { readableText } from '../shared/color/readable.ts'
import type { DrawInput, EChartsDrawing } from '../shared/contract.ts'
import { groupMarks, groupMask, isMutedBy, type NamedGroup } from '../shared/crossFilter.ts'
import { nameAndValue } from '../shared/format/nameAndValue.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { legendOption } from '../shared/legend.ts'
import { exactOf, metricFormat, type NumberFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'
import { labelWidth, linesOf } from '../shared/textWidth.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import {
  fittingOffsets,
  type LabeledPoint,
  type LabelOffset,
  labelPadding,
  nameBox,
  outside,
  roundEnd,
} from './labels.ts'
import type { RadarForm } from './query.ts'

interface Polygon extends NamedGroup {
  /** values by metric */
  values: (number | null)[]
}

type Result = Pick<DrawInput<RadarForm>, 'formData' | 'data' | 'datasource'>

/** Maximum number of polygons: more would hide each other. A note says that there are more. */
const mostPolygons = 50
/** px from the end of an axis to its name */
const nameGap = 8
/** Maximum number of value labels: more would not be legible. */
const mostLabels = 60

/** One polygon per row that has a value. */
export const readPolygons = readInSteps(function* ({ formData: form, data, datasource }: Result): Steps<Polygon[]> {
  const groups = readGroups(data[0], form.groupby, form.date_format)
  const columns = form.metrics.map((metric) => readMetric(data[0], metric))
  const only = form.metrics.map((metric) => datasource.verboseMap[metricLabel(metric)] ?? metricLabel(metric))
  const polygons: Polygon[] = []
  for (let row = 0; row < groups.count; row += 1) {
    if (pausesAfter(row)) yield
    const values = columns.map((column) => column[row] ?? null)
    if (values.every((value) => value === null)) continue
    const label = groups.texts(row).join(', ') || only.join(', ')
    polygons.push({ label, groupValues: groups.values(row), values })
  }
  return polygons
})

const needs = (input: Result) =>
  readPolygons(input).length > 0 ? undefined : 'A radar chart needs metrics with values.'

function option(input: DrawInput<RadarForm>): EChartsOption {
  const { formData: form, theme, size } = input
  const all = readPolygons(input)
  if (all.length === 0) return {}
  const polygons = all.slice(0, mostPolygons)
  const axes = axesOf(input, polygons)
  const labels = labelsOf(input, polygons, axes)
  const below = notesBelow(
    [
      polygons.length < all.length && `The first ${polygons.length} of ${all.length} rows`,
      form.show_labels && labels === undefined && 'Too many values for labels',
    ],
    input,
  )
  const { legend, room } = legendOption(
    form,
    polygons.map(({ label }) => label),
    size,
    input.legendSelected,
    { icon: 'line', below: below.height },
  )
  const colors = polygons.map(({ label }) => input.color(label))
  const { radius, center, names } = placeOf(size, room, axes)
  const ends = endsOf(axes, polygons)
  const hasLabels = labels !== undefined && labels.points.length > 0 && radius >= leastRadius(polygons)
  return {
    legend,
    ...below.option,
    tooltip: {
      trigger: 'item',
      formatter: (params: unknown) => {
        const { dataIndex } = params as { dataIndex: number }
        const polygon = polygons[dataIndex]
        if (polygon === undefined) return ''
        const color = colors[dataIndex] ?? theme.chartMuted
        const rows = axes.map(({ name, write }, at) => ({
          color,
          label: name,
          value: exactOf(write)(polygon.values[at]),
        }))
        return tooltipHtml({ title: escapeHtml(polygon.label), rows, theme })
      },
    },
    radar: {
      shape: form.is_circle ? 'circle' : 'polygon',
      center,
      radius,
      axisNameGap: nameGap,
      splitNumber: 4,
      axisName: { color: theme.chartLabel, fontSize: 11, formatter: (name) => names.get(name ?? '') ?? name ?? '' },
      // without an axis scale, only the grid shows how large a polygon is
      axisLine: { lineStyle: { color: theme.chartAxis } },
      splitLine: { lineStyle: { color: theme.chartAxis } },
      splitArea: { show: false },
      indicator: axes.map(({ name, min }, at) => ({
        name,
        ...(ends[at] !== undefined && { max: ends[at] }),
        ...(min !== undefined && { min }),
      })),
    },
    series: [
      {
        type: 'radar',
        animation: false,
        symbolSize: 5,
        labelLayout: labels && ((params) => offsetOf(labels, center, params)),
        data: polygons.map(({ label, values }, at) => {
          const isMuted = isMutedBy(input.filterState, label)
          const color = isMuted ? theme.chartMuted : (colors[at] ?? theme.chartMuted)
          return {
            name: label,
            value: values.map((value) => value ?? '-') as number[],
            itemStyle: { color },
            lineStyle: { color, width: 1.75 },
            areaStyle: { color, opacity: isMuted || polygons.length > 4 ? 0 : 0.12 },
            emphasis: { areaStyle: { opacity: 0.3 } },
            label: {
              show: hasLabels,
              position: 'inside',
              fontSize: 11,
              // of several polygons, it shows which one has the value
              backgroundColor: color,
              color: readableText(color),
              borderRadius: 3,
              padding: [labelPadding.vertical, labelPadding.horizontal],
              formatter: (params) => labelOf(labels?.type ?? form.label_type, axes, params as unknown as LabelParams),
            },
          }
        }),
      },
    ],
  }
}

/** In px; on a smaller radar, labels would hide the lines. */
const leastRadius = (polygons: Polygon[]) => (polygons.length > 1 ? 110 : 60)

/**
 * The ends of the axes: configured, or a round number not below the largest value. Undefined for an axis whose end ECharts
 * chooses, because it has values below zero, or a configured start above this number.
 */
const endsOf = (axes: Axis[], polygons: Polygon[]): (number | undefined)[] =>
  axes.map(({ min = 0, max }, at) => {
    const values = polygons.flatMap(({ values }) => values[at] ?? [])
    const largest = Math.max(0, ...values)
    const isRound = largest > Math.max(0, min) && values.every((value) => value >= 0) && Number.isFinite(largest)
    return max ?? (isRound ? roundEnd(largest) : undefined)
  })

interface Labels {
  type: RadarForm['label_type']
  points: (LabeledPoint & { polygon: number })[]
  offsets: LabelOffset[]
}

/**
 * The labels of all points: only the values, which are shorter, if the names of the metrics would make them cover each
 * other. None on a small radar; undefined if they would cover each other on a large one.
 */
function labelsOf(input: DrawInput<RadarForm>, polygons: Polygon[], axes: Axis[]): Labels | undefined {
  const { formData: form, size, legendSelected } = input
  if (!form.show_labels) return { type: form.label_type, points: [], offsets: [] }
  if (polygons.length * axes.length > mostLabels) return undefined
  const labels = polygons.map(({ label }) => label)
  const { room } = legendOption(form, labels, size, legendSelected, { icon: 'line' })
  const { radius, center, names } = placeOf(size, room, axes)
  if (radius < leastRadius(polygons)) return { type: form.label_type, points: [], offsets: [] }
  const ends = endsOf(axes, polygons)
  const angles = axes.map((_axis, at) => (-2 * Math.PI * at) / axes.length)
  const pointsWith = (type: RadarForm['label_type']) =>
    axes.flatMap(({ min = 0 }, at) =>
      polygons.flatMap(({ values }, polygon) => {
        const value = values[at] ?? null
        if (value === null) return []
        const reach = (radius * (value - min)) / ((ends[at] ?? 1) - min || 1)
        const text = labelOf(type, axes, { dimensionIndex: at, value })
        return [{ polygon, x: reach * Math.sin(angles[at]!), y: -reach * Math.cos(angles[at]!), text }]
      }),
    )
  const taken = [
    ...axes.map(({ name }, at) => nameBox((names.get(name) ?? name).split('\n'), angles[at]!, radius + nameGap)),
    ...outside(size, center),
  ]
  for (const type of new Set([form.label_type, 'value' as const])) {
    const points = pointsWith(type)
    const offsets = fittingOffsets(points, form.label_position, taken)
    if (offsets) return { type, points, offsets }
  }
  return undefined
}

/** The offset of a label of a polygon from its point, which is known by its position. */
function offsetOf(
  { points, offsets }: Labels,
  [left = 0, top = 0]: number[],
  { dataIndex, rect }: { dataIndex?: number; rect: { x: number; y: number; width: number; height: number } },
): Partial<LabelOffset> {
  const [x, y] = [rect.x + rect.width / 2 - left, rect.y + rect.height / 2 - top]
  const distances = points.map((point) =>
    point.polygon === dataIndex ? Math.hypot(point.x - x, point.y - y) : Number.POSITIVE_INFINITY,
  )
  return offsets[distances.indexOf(Math.min(...distances))] ?? {}
}

interface Axis {
  name: string
  min?: number
  max?: number
  write: NumberFormat
}

interface LabelParams {
  dimensionIndex: number
  value: number
}

function labelOf(type: RadarForm['label_type'], axes: Axis[], { dimensionIndex, value }: LabelParams): string {
  const axis = axes[dimensionIndex]
  if (axis === undefined || !Number.isFinite(value)) return ''
  return type === 'value' ? axis.write(value) : nameAndValue(axis.name, axis.write(value))
}

/**
 * One axis per metric. A null end is the extreme of the data. Zero as the maximum would make the axis empty, and is
 * replaced.
 */
export function axesOf({ formData: form, datasource }: DrawInput<RadarForm>, polygons: Polygon[]): Axis[] {
  const seen = new Map<string, number>()
  return form.metrics.map((metric, at) => {
    const key = metricLabel(metric)
    const values = polygons.flatMap(({ values: own }) => own[at] ?? [])
    const config = Object.hasOwn(form.column_config, key) ? form.column_config[key] : undefined
    const largest = Math.max(...values)
    const max = config?.radarMetricMaxValue === null ? (largest > 0 ? largest : undefined) : config?.radarMetricMaxValue
    const min = config?.radarMetricMinValue === null ? Math.min(...values) : config?.radarMetricMinValue
    const shown = datasource.verboseMap[key] ?? key
    const times = seen.get(shown) ?? 0
    seen.set(shown, times + 1)
    return {
      name: times === 0 ? shown : `${shown} (${times + 1})`,
      ...(max !== undefined && (min === undefined || max > min) && { max }),
      ...(min !== undefined && Number.isFinite(min) && (max === undefined || max > min) && { min }),
      write: metricFormat({ format: form.number_format }, datasource, key),
    }
  })
}

/** The center and radius of the radar, and the names of its axes if there is room for them. */
function placeOf(
  size: { width: number; height: number },
  box: { top: number; right: number; bottom: number; left: number },
  axes: Axis[],
) {
  const [width, height] = [size.width - box.left - box.right, size.height - box.top - box.bottom]
  // in a narrow chart the radar needs the space more than the names do
  const most = width * (width < 260 ? 0.26 : 0.28)
  const widthOf = (name: string) => Math.max(...linesOf(name, most, 2).map((line) => labelWidth(line)))
  const angleOf = (at: number) => (2 * Math.PI * at) / axes.length
  // a name needs room to the side of its axis only if the axis points there
  const sides = axes.map(({ name }, at) => {
    const across = Math.abs(Math.sin(angleOf(at)))
    return across < 0.2 ? Number.POSITIVE_INFINITY : (width / 2 - 12 - Math.min(most, widthOf(name))) / across
  })
  const radius = Math.max(12, Math.min(height / 2 - 22, width / 2 - 12, ...sides))
  // names have two lines, or are truncated, in the space beside their point of the circle
  const names = new Map(
    axes.map(({ name }, at) => {
      const angle = angleOf(at)
      // the longest name fits exactly: rounding must not truncate it
      const side = width / 2 - Math.abs(Math.sin(angle)) * radius - 11.5
      const room = Math.abs(Math.sin(angle)) < 0.2 ? side * 2 : side
      return [name, room < 20 ? '' : linesOf(name, room, 2).join('\n')]
    }),
  )
  return { radius, center: [box.left + width / 2, box.top + height / 2 + 2], names }
}

export const drawing: EChartsDrawing<RadarForm> = {
  option,
  needs,
  prepare: readPolygons.steps,
  crossFilter: (input, event) =>
    groupMask(
      input.formData.groupby,
      readPolygons(input).find(({ label }) => label === event.name),
      input.filterState,
    ),
  marks: (input) => groupMarks(readPolygons(input)),
  async register() {
    await Promise.all([import('../shared/echarts/polar.ts'), import('../shared/echarts/radar.ts')])
  },
}
