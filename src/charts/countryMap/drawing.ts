import type { EChartsOption } from 'echarts'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { keyOfSavedMap } from '../../model/geography/savedMap.ts'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import type { DrawInput, EChartsDrawing, MarkEvent } from '../shared/contract.ts'
import { groupMarks, groupMask, isMutedBy } from '../shared/crossFilter.ts'
import { readMetric } from '../shared/groups.ts'
import { landScale } from '../shared/maps/landColors.ts'
import { mapNumber } from '../shared/maps/mapNumber.ts'
import { hasSpaceForRamp, ramp } from '../shared/maps/ramp.ts'
import { exactOf, metricFormat } from '../shared/metricFormat.ts'
import { notesBelow } from '../shared/note.ts'
import { extent } from '../shared/plot/cells.ts'
import { escapeHtml, tooltipHtml } from '../shared/tooltipHtml.ts'
import { failureOf, loadCountry, loadedCountry, loadOwnMap, mapNameOf } from './boundaries.ts'
import { mapName, mapOf } from './countries.ts'
import type { CountryMapForm } from './query.ts'
import { leftOutTexts, readRegions } from './regions.ts'

type Result = Pick<DrawInput<CountryMapForm>, 'formData' | 'data' | 'datasource'>

function needs({ formData: form, data }: Result): string | undefined {
  const { select_country: country, entity, metric } = form
  if (country === undefined) return 'A country map needs a country.'
  if (mapOf(country) === undefined) return `There is no map of “${country}”: select another country.`
  if (entity === undefined || metric === undefined) return 'A country map needs a column of regions and a metric.'
  if (readMetric(data[0], metric).every((value) => value === null))
    return 'A country map needs a metric with numbers: every value of this one is empty.'
  return undefined
}

function option(input: DrawInput<CountryMapForm>): EChartsOption {
  const { formData: form, theme } = input
  const key = mapOf(form.select_country) ?? ''
  const country = loadedCountry(key)
  if (country === undefined) {
    const failure = failureOf(key)
    const sentence = `The map ${mapName(key)} could not be loaded${failure === undefined ? '' : `: ${failure}`}`
    return { ...notesBelow([sentence], input).option }
  }
  const found = readRegions(input)
  const nothing = found.regions.length === 0 && `No value is a region of ${mapName(key)}`
  const below = notesBelow([nothing, ...leftOutTexts(found)], input)
  const domain = extent(found.regions.map(({ value }) => value)) ?? ([0, 1] as const)
  const visualMap =
    hasSpaceForRamp(input) && found.regions.length > 0
      ? ramp(input, form.linear_color_scheme, domain, formatOf(input), below.height)
      : undefined
  const colorOf = colorsOf(input, domain)
  const borders = { borderColor: theme.surface, borderWidth: 0.5 }
  const strong = { itemStyle: { borderColor: theme.text, borderWidth: 1 }, label: { show: false } }
  const plain = { areaColor: theme.noData, ...borders, borderColor: theme.chartAxis }
  return {
    ...below.option,
    geo: {
      map: mapNameOf(key),
      projection: country.projection,
      preserveAspect: true,
      roam: true,
      scaleLimit: { min: 1, max: 20 },
      left: 4,
      right: 4,
      top: 4,
      bottom: below.height + (visualMap ? 22 : 4),
      label: { show: false },
      itemStyle: plain,
      emphasis: { ...strong, itemStyle: { ...strong.itemStyle, areaColor: theme.noData } },
      regions: found.regions.map((region) => ({
        name: region.label,
        itemStyle: { areaColor: colorOf(region), ...borders },
        emphasis: { ...strong, itemStyle: { areaColor: colorOf(region), ...strong.itemStyle } },
      })),
    },
    visualMap,
    tooltip: { trigger: 'item', formatter: (params: unknown) => tooltip(input, params as MarkEvent, colorOf) },
    series: [
      {
        type: 'map',
        name: metricLabel(form.metric ?? ''),
        geoIndex: 0,
        selectedMode: false,
        data: found.regions.map(({ label, value }) => ({ name: label, value })),
      },
    ],
  } as EChartsOption
}

/** The color of a region by its metric; gray without a value, or while another region is selected. */
function colorsOf(input: DrawInput<CountryMapForm>, domain: readonly [low: number, high: number]) {
  const { formData: form, theme } = input
  const scale = landScale(form.linear_color_scheme, [...domain], theme.mode)
  return ({ label, value }: { label: string; value: number | null }): string =>
    value === null || isMutedBy(input.filterState, label) ? theme.chartMuted : scale(value)
}

function tooltip(
  input: DrawInput<CountryMapForm>,
  { name = '' }: MarkEvent,
  colorOf: (region: { label: string; value: number | null }) => string,
): string {
  const { formData: form, theme, datasource } = input
  const region = loadedCountry(mapOf(form.select_country) ?? '')?.byLabel.get(name)
  if (region === undefined) return ''
  const shaded = readRegions(input).regions.find(({ label }) => label === name)
  const metric = metricLabel(form.metric ?? '')
  const value = shaded?.value ?? null
  const row = {
    color: shaded ? colorOf(shaded) : theme.chartMuted,
    label: datasource.verboseMap[metric] ?? metric,
    value: valueText(input, value),
  }
  const title = [region.name, region.code].filter(Boolean).join(', ')
  return tooltipHtml({ title: escapeHtml(title), rows: [row], theme })
}

const valueText = (input: DrawInput<CountryMapForm>, value: number | null) =>
  value === null ? worded('No data') : mapNumber(exactOf(formatOf(input)), value)

const formatOf = ({ formData: form, datasource }: DrawInput<CountryMapForm>) =>
  metricFormat(
    { format: form.number_format },
    datasource,
    form.metric === undefined ? undefined : metricLabel(form.metric),
  )

/** The filter selects the rows of the region by the spelling in the data. */
function crossFilter(input: DrawInput<CountryMapForm>, { name }: MarkEvent): DataMask | null {
  const region = readRegions(input).regions.find(({ label }) => label === name)
  const { entity } = input.formData
  return entity === undefined ? null : groupMask([entity], region, input.filterState)
}

export const drawing: EChartsDrawing<CountryMapForm> = {
  option,
  needs,
  crossFilter,
  marks: (input) => groupMarks(readRegions(input).regions, ({ value }) => valueText(input, value)),
  ownMap: ({ select_country: country }) => keyOfSavedMap(country),
  async register({ select_country: country }, _isLarge, read) {
    const key = mapOf(country)
    await Promise.all([
      key !== undefined && (keyOfSavedMap(key) === undefined ? loadCountry(key) : read && loadOwnMap(key, read)),
      import('../shared/echarts/title.ts'),
      import('../shared/echarts/visualMap.ts'),
    ])
  },
}
