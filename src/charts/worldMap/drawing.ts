import type { EChartsOption } from 'echarts'
import { getMap } from 'echarts/core'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import { belowZeroText } from '../shared/belowZero.ts'
import type { DrawInput, EChartsDrawing, MarkEvent } from '../shared/contract.ts'
import { groupMarks, groupMask, isMutedBy } from '../shared/crossFilter.ts'
import { nameAndValue } from '../shared/format/nameAndValue.ts'
import { landScale } from '../shared/maps/landColors.ts'
import { mapNumber } from '../shared/maps/mapNumber.ts'
import { hasSpaceForRamp, ramp } from '../shared/maps/ramp.ts'
import { metricFormat, type NumberFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { extent } from '../shared/plot/cells.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import { leftOutTexts, type Place, readPlaces } from './places.ts'
import { mapName, projection } from './projection.ts'
import type { WorldMapForm } from './query.ts'

/** In tiles narrower than this, in px, bubbles and dots shrink with the map. */
const narrow = 400
const scaleOf = ({ size: { width } }: Pick<DrawInput<WorldMapForm>, 'size'>) => Math.min(1, width / narrow)

/** Diameter in px of the dot for a country that is too small for the map. */
const dotSizeOf = (input: Pick<DrawInput<WorldMapForm>, 'size'>) => Math.max(3, 7 * scaleOf(input))

type Result = Pick<DrawInput<WorldMapForm>, 'formData' | 'data' | 'datasource'>

function needs(input: Result): string | undefined {
  const { entity, metric } = input.formData
  if (entity === undefined || metric === undefined) return 'A world map needs a column of countries and a metric.'
  const { places } = readPlaces(input)
  if (places.length === 0)
    return 'A world map needs countries: no value of its column is one. Is the country field type right?'
  if (places.every(({ value, size }) => value === null && size === null))
    return 'A world map needs a metric with numbers: every value of this one is empty.'
  return undefined
}

function option(input: DrawInput<WorldMapForm>): EChartsOption {
  const { formData: form, theme } = input
  const found = readPlaces(input)
  const { places } = found
  const isByCountry = form.color_by === 'country'
  // small bubbles are above large ones
  const bubbles = form.show_bubbles
    ? places
        .filter(({ size: each }) => each !== null && each > 0)
        .toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0))
    : []
  const below = notesBelow(
    [
      ...leftOutTexts(found),
      form.show_bubbles &&
        belowZeroText(
          places.map((place) => place.size),
          (count) => (count === 1 ? '1 bubble below zero is not shown' : `${count} bubbles below zero are not shown`),
        ),
    ],
    input,
  )
  const hasRamp = !isByCountry && hasSpaceForRamp(input)
  const radius = radiusOf(input, bubbles)
  const side = besideMap(input, places, bubbles)
  const [low, high] = extent(places.map(({ value }) => value)) ?? [0, 1]
  const colorOf = colorsOf(input, [low, high])
  const areas = namesOfAreas()
  const [large, small] = [true, false].map((is) => places.filter(({ country }) => areas.has(country.name) === is))
  const borders = { borderColor: theme.surface, borderWidth: 0.5 }
  const strong = { itemStyle: { borderColor: theme.text, borderWidth: 1 }, label: { show: false } }
  return {
    ...below.option,
    geo: {
      map: mapName,
      projection,
      preserveAspect: true,
      roam: true,
      scaleLimit: { min: 1, max: 12 },
      left: side,
      right: side,
      top: 4,
      bottom: below.height + (hasRamp ? 22 : 4),
      label: { show: false },
      itemStyle: { areaColor: theme.noData, ...borders, borderColor: theme.chartAxis },
      emphasis: { ...strong, itemStyle: { areaColor: theme.noData, ...borders } },
      regions: large!.map((place) => ({
        name: place.label,
        itemStyle: { areaColor: colorOf(place), ...borders },
        emphasis: { ...strong, itemStyle: { areaColor: colorOf(place), ...strong.itemStyle } },
      })),
    },
    visualMap: hasRamp
      ? ramp(input, form.linear_color_scheme, [low, high], formatOf(input, form.metric), below.height)
      : undefined,
    tooltip: { trigger: 'item', formatter: (params: unknown) => tooltip(input, places, params as MarkEvent, colorOf) },
    series: [
      {
        type: 'map',
        name: metricLabel(form.metric ?? ''),
        geoIndex: 0,
        selectedMode: false,
        data: large!.map(({ label, value }) => ({ name: label, value })),
      },
      {
        type: 'scatter',
        name: 'small',
        coordinateSystem: 'geo',
        symbolSize: dotSizeOf(input),
        data: small!.map((place) => ({
          ...pointOf(place, place.value),
          itemStyle: { color: colorOf(place), borderColor: theme.chartAxis, borderWidth: 0.5 },
        })),
        emphasis: strong,
      },
      {
        type: 'scatter',
        name: 'bubbles',
        coordinateSystem: 'geo',
        data: bubbles.map((place) => ({
          ...pointOf(place, place.size),
          symbolSize: 2 * radius(place.size ?? 0),
          itemStyle: {
            opacity: isMutedBy(input.filterState, place.label) ? 0.15 : 1,
            borderWidth: bubbleBorder(2 * radius(place.size ?? 0)),
          },
        })),
        // opaque: one color on land of any color
        itemStyle: { color: rgbText(form), borderColor: theme.surface },
        emphasis: strong,
      },
    ],
  } as EChartsOption
}

/** The borders of many small bubbles would hide the colors of the land. */
const bubbleBorder = (diameter: number) => (diameter < 5 ? 0 : diameter < 10 ? 0.5 : 1)

/** Marks of countries beyond this longitude, in degrees east or west, may reach beyond the edge of the map. */
const nearEdge = 165

/** px on both sides of the map, so that the marks near its edges, such as Fiji's, are not cut. */
function besideMap(input: DrawInput<WorldMapForm>, places: Place[], bubbles: Place[]): number {
  const isNear = ({ country }: Place) => Math.abs(country.longitude) > nearEdge
  const radius = radiusOf(input, bubbles)
  const radii = [
    ...(places.some(isNear) ? [dotSizeOf(input) / 2] : []),
    ...bubbles.filter(isNear).map(({ size: value }) => radius(value ?? 0)),
  ]
  return Math.min(input.size.width / 10, Math.max(3, ...radii) + 1)
}

/** The names of the countries that have an area on the map. */
function namesOfAreas(): Set<string> {
  const features: { properties: { name: string } }[] = getMap(mapName)?.geoJSON.features ?? []
  return new Set(features.map(({ properties }) => properties.name))
}

/** A point of a series on the map. Its name is that of its country, by which ECharts also finds the areas. */
const pointOf = ({ country, label }: Place, value: number | null) => ({
  name: label,
  value: [country.longitude, country.latitude, value ?? Number.NaN],
})

/**
 * The color of a country: by its metric, or by its name; gray without a value, or while another country is selected.
 */
function colorsOf(input: DrawInput<WorldMapForm>, domain: [low: number, high: number]) {
  const { formData: form, theme } = input
  const scale = landScale(form.linear_color_scheme, domain, theme.mode)
  return ({ label, value }: Place): string => {
    if (isMutedBy(input.filterState, label)) return theme.chartMuted
    if (form.color_by === 'country') return input.color(label)
    return value === null ? theme.chartMuted : scale(value)
  }
}

const rgbText = ({ color_picker: { r, g, b, a } }: WorldMapForm) => `rgba(${r},${g},${b},${a})`

/**
 * Bubbles whose areas are proportional to their values, in px. The largest value has the configured radius, on a map
 * that is not narrow.
 */
function radiusOf(input: DrawInput<WorldMapForm>, bubbles: Place[]) {
  const scale = scaleOf(input)
  const [, most = 1] = extent(bubbles.map(({ size }) => size)) ?? []
  const radius = Math.min(200, Math.max(1, input.formData.max_bubble_size)) * scale
  return (value: number) => Math.max(scale, radius * Math.sqrt(value / most))
}

function tooltip(
  input: DrawInput<WorldMapForm>,
  places: Place[],
  { name }: MarkEvent,
  colorOf: (place: Place) => string,
): string {
  const { formData: form, theme } = input
  const place = places.find(({ label }) => label === name)
  if (place === undefined) return ''
  const colors = [colorOf(place), rgbText(form)]
  const rows = valuesOf(input, place).map((row, at) => ({ ...row, color: colors[at] ?? '' }))
  return tooltipHtml({ title: escapeHtml(place.label), rows, theme })
}

/** The metrics of a country, with their names. */
function valuesOf(input: DrawInput<WorldMapForm>, { value, size }: Place): { label: string; value: string }[] {
  const { formData: form, datasource } = input
  const written = (metric: WorldMapForm['metric'], value: number | null) => {
    const label = metricLabel(metric ?? '')
    const text = value === null ? worded('No data') : mapNumber(formatOf(input, metric), value)
    return { label: datasource.verboseMap[label] ?? label, value: text }
  }
  const hasBubbles = form.show_bubbles && form.secondary_metric !== undefined
  return [written(form.metric, value), ...(hasBubbles ? [written(form.secondary_metric, size)] : [])]
}

/** The value of a country; two of them with their names. */
function valueText(input: DrawInput<WorldMapForm>, place: Place): string {
  const values = valuesOf(input, place)
  return values.length === 1
    ? (values[0]?.value ?? '')
    : values.map(({ label, value }) => nameAndValue(label, value)).join(', ')
}

function formatOf(
  { formData: form, datasource }: DrawInput<WorldMapForm>,
  metric: WorldMapForm['metric'],
): NumberFormat {
  const name = metric === undefined ? undefined : metricLabel(metric)
  return metricFormat({ format: form.y_axis_format, currency: form.currency_format }, datasource, name)
}

/** The filter selects the rows of the country by the spelling in the data. */
function crossFilter(input: DrawInput<WorldMapForm>, { name }: MarkEvent): DataMask | null {
  const place = readPlaces(input).places.find(({ label }) => label === name)
  const { entity } = input.formData
  return entity === undefined ? null : groupMask([entity], place, input.filterState)
}

export const drawing: EChartsDrawing<WorldMapForm> = {
  option,
  needs,
  prepare: readPlaces.steps,
  crossFilter,
  marks: (input) => groupMarks(readPlaces(input).places, (place) => valueText(input, place)),
  async register() {
    const [{ registerWorld }] = await Promise.all([
      import('./boundaries.ts'),
      import('../shared/echarts/map.ts'),
      import('../shared/echarts/scatter.ts'),
      import('../shared/echarts/title.ts'),
      import('../shared/echarts/visualMap.ts'),
    ])
    registerWorld()
  },
}
