import { worded } from '../../model/language/written.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { type Bucket, bucketAt, bucketsOf, labelled } from '../shared/maps/buckets.ts'
import { muted } from '../shared/maps/deck/categoryColors.ts'
import { highlight, type LayerSpec, type RgbaList } from '../shared/maps/deck/layerSpec.ts'
import { colorList, rgbaList } from '../shared/maps/deck/rgba.ts'
import type { LayerLegend } from '../shared/maps/mapLayer.ts'
import { mapNumber } from '../shared/maps/mapNumber.ts'
import { flatPositions, readAreas } from '../shared/maps/shapes.ts'
import { fixedSize, metricOfSize } from '../shared/maps/size.ts'
import { boundsOf, readViewport } from '../shared/maps/viewport.ts'
import { exactOf, metricFormat } from '../shared/metricFormat.ts'
import { extent } from '../shared/plot/cells.ts'
import { readOnce } from '../shared/readOnce.ts'
import type { DeckPolygonForm } from './query.ts'

type Input = Pick<DrawInput<DeckPolygonForm>, 'formData' | 'data' | 'datasource'>
type Colored = Input & Pick<DrawInput<DeckPolygonForm>, 'theme' | 'filterState'>

/** The areas of the rows, with the value that sets their color, and their height in m. */
export const readPolygons = readOnce(({ formData: form, data }: Input) => {
  const [answer] = data
  const { line_column: column, line_type: encoding, reverse_long_lat: reversed } = form
  const areas = readAreas(answer, { column: column && columnLabel(column), encoding, reversed })
  const values = form.metric === undefined ? undefined : readMetric(answer, form.metric)
  const height = metricOfSize(form.point_radius_fixed)
  const heights = height === undefined ? undefined : readMetric(answer, height)
  const fixed = fixedSize(form.point_radius_fixed) ?? 0
  return {
    ...areas,
    bounds: boundsOf(flatPositions(areas.marks.flatMap(([outer]) => (outer === undefined ? [] : [outer])))),
    values: areas.rows.map((row) => values?.[row] ?? null),
    heights: areas.rows.map((row) => (heights === undefined ? fixed : (heights[row] ?? 0)) * form.multiplier),
  }
})

/** The ranges of values with their colors and labels; empty without a metric or without values. */
export function readBuckets(input: Input & Pick<DrawInput<DeckPolygonForm>, 'theme'>): (Bucket & { label: string })[] {
  const { formData: form, datasource, theme } = input
  const range = extent(readPolygons(input).values)
  if (form.metric === undefined || range === undefined) return []
  const { break_points: breakPoints, num_buckets: count, linear_color_scheme: scheme } = form
  const format = metricFormat({ format: form.legend_format }, datasource, metricLabel(form.metric))
  const buckets = bucketsOf(range, { breakPoints, count, scheme, mode: theme.mode })
  return labelled(buckets, {
    short: (value) => mapNumber(format, value),
    exact: (value) => mapNumber(exactOf(format), value),
  })
}

/** The entries of the legend: the ranges of values, and "No data" if a filled area has no value. */
export function readEntries(input: Parameters<typeof readBuckets>[0]): LayerLegend['entries'] {
  const { formData: form } = input
  const buckets = readBuckets(input)
  if (buckets.length === 0 || !form.filled || !readPolygons(input).values.includes(null)) return buckets
  const { r, g, b } = form.fill_color_picker
  return [...buckets, { label: noData(), color: `rgb(${r}, ${g}, ${b})`, isApart: true }]
}

const noData = () => worded('No data')

const invisible: RgbaList = [0, 0, 0, 0]

/** The fill of each area, and the index of its range of values; undefined if the area has no value. */
export function fillsOf(input: Colored): { colors: RgbaList[]; buckets: (number | undefined)[] } {
  const { formData: form, data, filterState } = input
  const { rows, values } = readPolygons(input)
  const known = readBuckets(input)
  const part = Math.min(100, Math.max(0, form.opacity)) / 100
  const plain = rgbaList(form.fill_color_picker)
  const colors = known.map(({ color }) => colorList(color))
  const groups = readGroups(data[0], form.line_column === undefined ? [] : [form.line_column])
  const selected = filterState?.selectedValues
  const isSelected = (row: number) => !selected?.length || selected.includes(groups.texts(row)[0])
  const buckets = values.map((value) => (value === null ? undefined : bucketAt(known, value)))
  return {
    buckets,
    colors: buckets.map((bucket, at): RgbaList => {
      const [red, green, blue, alpha] = bucket === undefined ? plain : (colors[bucket] ?? invisible)
      return [red, green, blue, Math.round(alpha * part * (isSelected(rows[at]!) ? 1 : muted))]
    }),
  }
}

/** The areas as a layer. Areas of legend entries that are switched off are left out. */
export function areaLayer(input: Colored, hidden: ReadonlySet<string>): LayerSpec {
  const { formData: form } = input
  const { marks, heights } = readPolygons(input)
  const known = readBuckets(input)
  const { colors, buckets } = fillsOf(input)
  const labelOf = (bucket: number | undefined) => (bucket === undefined ? noData() : known[bucket]?.label)
  const isShown = (at: number) => !hidden.has(labelOf(buckets[at]) ?? '')
  return {
    kind: 'polygon',
    id: 'areas',
    props: {
      // indexes of the areas: picking a mark returns one of them
      data: [...marks.keys()].filter(isShown),
      getPolygon: (at: number) => marks[at]!,
      getFillColor: (at: number) => colors[at]!,
      getLineColor: rgbaList(form.stroke_color_picker),
      getLineWidth: Math.max(0, form.line_width),
      lineWidthMinPixels: 1,
      getElevation: (at: number) => Math.max(0, heights[at]!),
      filled: form.filled,
      stroked: form.stroked,
      extruded: isExtruded(form),
      wireframe: form.stroked,
      ...highlight,
    },
  }
}

/** Heights are drawn only if the map is tilted: from above they are not visible, and light would change the colors. */
export const isExtruded = ({ extruded, viewport }: DeckPolygonForm) => extruded && readViewport(viewport).pitch > 0
