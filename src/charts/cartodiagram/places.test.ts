import { describe, expect, it } from 'vitest'
import { findChart, shownType } from '../index.ts'
import { loadLegendParts } from '../legendParts.ts'
import { withoutLimits } from '../shared/sourceCharts.ts'
import { chartTheme } from '../shared/theme.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { coloredParts, legendOf } from './legend.ts'
import { mostPlaces, partsOf, readPlaces } from './places.ts'
import type { CartodiagramForm } from './query.ts'
import { sources } from './sources.ts'
import { parts, prepare, still } from './still.ts'

const color = (label: string) => `outer ${label}`
const place = (longitude: number) => JSON.stringify({ type: 'Point', coordinates: [longitude, 50] })
const source = {
  id: 7,
  name: 'A pie',
  type: shownType(findChart('pie')!),
  formData: openSaved({ viz_type: 'pie', groupby: ['g'], metric: 'm' })!.formData,
}
const formOf = (more: object = {}) =>
  openSaved({ viz_type: 'cartodiagram', selected_chart: [7], geom_column: 'at', source_charts: [source], ...more })!
    .formData as CartodiagramForm
const rows = answer({ g: [1, ['a', 'b', 'c']], at: [1, [place(10), place(20), 'nowhere']], m: [0, [1, 2, 3]] })
const inputOf = (more: object = {}, data = [rows]) => drawInput(formOf(more), data)
const whyOf = (more: object, data = [rows]) => {
  const placed = readPlaces(inputOf(more, data))
  return 'why' in placed ? String(placed.why.defaultMessage) : undefined
}

describe('cartodiagram', () => {
  it('queries its chart with the places as one more dimension', () => {
    expect(sources(formOf({ time_range: 'Last week' }))).toEqual({
      charts: [7],
      extraFormData: { time_range: 'Last week', interactive_groupby: ['at'] },
      isUnlimited: true,
    })
  })

  it('reads what older versions saved', () => {
    const form = formOf({
      selected_chart: JSON.stringify({ id: 9, viz_type: 'pie', params: '{}' }),
      map_view: { mode: 'CUSTOM', longitude: 10, latitude: 50, zoom: 5 },
      chart_size: { type: 'FIXED', configs: { width: 80, height: 60 } },
    })
    expect(form).toMatchObject({ selected_chart: [9], autozoom: false, map_view: { zoom: 4 }, chart_size: 80 })
  })

  it('counts values that are not a place, and says what it needs', () => {
    expect(readPlaces(inputOf())).toMatchObject({
      missing: 1,
      places: 2,
      bounds: [
        [10, 50],
        [20, 50],
      ],
    })
    expect(whyOf({ geom_column: null })).toMatch(/^This map needs/)
    expect(whyOf({}, [answer({ g: [1, ['a']], m: [0, [1]] })])).toMatch(/cannot have the places/)
    expect(whyOf({}, [answer({ at: [1, ['x']], m: [0, [1]] })])).toMatch(/^No row/)
    expect(whyOf({ source_charts: [] })).toMatch(/cannot have/)
  })

  it('draws a limited number of charts, and says how many others there are', () => {
    const count = mostPlaces + 5
    const longitudes = Array.from({ length: count }, (_, at) => at)
    const many = answer({ at: [1, longitudes.map(place)], m: [0, longitudes] })
    const placed = readPlaces(inputOf({}, [many]))
    expect('why' in placed ? undefined : [placed.charts.length, placed.places]).toEqual([mostPlaces, count])
  })

  it('divides results over time by their columns', () => {
    const columns = {
      t: [2, [0, 1]],
      [`m, ${place(1)}`]: [0, [1, 2]],
      [`m, ${place(2)}`]: [0, [3, 4]],
      'm, nowhere': [0, [5, 6]],
    }
    const overTime = {
      ...answer(columns as never),
      label_map: {
        t: ['t'],
        [`m, ${place(1)}`]: ['m', place(1)],
        [`m, ${place(2)}`]: ['m', place(2)],
        'm, nowhere': ['m', 'nowhere'],
      },
    }
    const found = [...partsOf(overTime, 'at')!.places.values()].map(({ colnames, columns: cells, label_map }) => ({
      colnames,
      cells,
      label: label_map['m'],
    }))
    expect(found).toEqual([
      {
        colnames: ['t', 'm'],
        cells: [
          [0, 1],
          [1, 2],
        ],
        label: ['m'],
      },
      {
        colnames: ['t', 'm'],
        cells: [
          [0, 1],
          [3, 4],
        ],
        label: ['m'],
      },
    ])
  })

  it('says that its result reached its limit, and which places are missing, on the map and in its picture', () => {
    const text = ({ defaultMessage }: { defaultMessage?: unknown }, values: Record<string, string> = {}) =>
      String(defaultMessage).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    const columns = { at: [1, [place(10), null, null, 'nowhere']], m: [0, [1, 2, 3, 4]] } as const
    const limited = answer(columns as never, { left_out: { rows: 4 } })
    const placed = readPlaces(inputOf({}, [limited]))
    const lines = [
      'The result is limited to 4 rows: places and parts of charts may be missing',
      'Empty or unreadable places: 2 of 3',
    ]
    expect('why' in placed ? [] : placed.notes.map(([note, values]) => text(note, values))).toEqual(lines)
    const picture = JSON.stringify(still({ ...inputOf({}, [limited]), id: 'p', measure: () => 10, text } as never))
    for (const line of lines) expect(picture).toContain(line)
  })

  it('removes the limits of its chart', () => {
    expect(withoutLimits({ columns: ['g'], row_limit: 5, series_limit: 3 })).toEqual({
      columns: ['g'],
      row_limit: 0,
      series_limit: 0,
    })
  })

  it('is a picture with a chart at each place', () => {
    const text = ({ defaultMessage }: { defaultMessage?: unknown }) => String(defaultMessage)
    const input = { ...inputOf(), id: 'p', measure: () => 10, text } as never
    expect(parts(inputOf()).map(({ data }) => data[0]!.rowcount)).toEqual([1, 1])
    expect(JSON.stringify(still(input)).match(/data-part/g)).toHaveLength(2)
  })

  it('has pictures in the theme of its map', () => {
    const dark = inputOf({ mapbox_style: 'mapbox://styles/mapbox/dark-v9' })
    expect(dark.theme.mode).toBe('light')
    expect(parts(dark).map(({ theme }) => theme.mode)).toEqual(['dark', 'dark'])
    expect(parts(inputOf()).map(({ theme }) => theme.mode)).toEqual(['light', 'light'])
    const text = ({ defaultMessage }: { defaultMessage?: unknown }) => String(defaultMessage)
    const svg = JSON.stringify(still({ ...dark, id: 'p', measure: () => 10, text } as never))
    expect(svg).toContain(`"fill":"${chartTheme('dark').surface}","fillOpacity":0.7`)
  })

  it('has one legend of the parts of its charts, in the colors of all of them', async () => {
    await loadLegendParts(source.type)
    const both = answer({ g: [1, ['b', 'a', 'b']], at: [1, [place(10), place(20), place(20)]], m: [0, [1, 2, 3]] })
    const legend = (form: object, more: object = {}) => {
      const chart = { ...source, ...more, formData: { ...source.formData, ...form } }
      const given = inputOf({ source_charts: [chart] }, [both])
      const placed = readPlaces(given)
      return 'why' in placed ? [] : legendOf(placed, coloredParts(placed, { color, theme: given.theme }).parts)
    }
    const colorsOf = (entries: { color: string }[]) => entries.map(({ color }) => color)
    expect(legend({})).toEqual([
      { label: 'b', colorLabel: 'b', color: 'outer b' },
      { label: 'a', colorLabel: 'a', color: 'outer a' },
    ])
    // the chart keeps its own colors
    expect(colorsOf(legend({ color_scheme: 'd3Category10' }))).toEqual(['#1f77b4', '#ff7f0e'])
    expect(colorsOf(legend({ label_colors: { a: '#123456' } }))[1]).toBe('#123456')
    expect(legend({ show_legend: false })).toEqual([])
    expect(legend({}, { type: shownType(findChart('big_number')!) })).toEqual([])
  })

  it('has the series of charts over time in its legend', async () => {
    const line = { viz_type: 'echarts_timeseries_line', x_axis: 't', metrics: ['m'], groupby: ['g'] }
    const [one, two] = [`m, a, ${place(10)}`, `m, b, ${place(20)}`]
    const overTime = {
      ...answer({ t: [2, [0, 1]], [one]: [0, [1, 2]], [two]: [0, [3, 4]] } as never),
      label_map: { t: ['t'], [one]: ['m', 'a', place(10)], [two]: ['m', 'b', place(20)] },
    }
    const chart = { ...source, type: shownType(findChart(line.viz_type)!), formData: openSaved(line)!.formData }
    const given = inputOf({ source_charts: [chart] }, [overTime])
    const placed = readPlaces(given)
    if ('why' in placed) throw new Error('It has no places.')
    await loadLegendParts(chart.type)
    const entries = legendOf(placed, coloredParts(placed, { color, theme: given.theme }).parts)
    expect(entries.map(({ label, color }) => [label, color])).toEqual([
      ['m, a', 'outer m, a'],
      ['m, b', 'outer m, b'],
    ])
  })

  it('has an entry for the slices that its charts combine, and none for slices that they do not draw', async () => {
    await loadLegendParts(source.type)
    const rows = answer({ g: [1, ['a', 'b', 'c', 'd']], at: [1, Array(4).fill(place(10))], m: [0, [96, 2, 2, -5]] })
    const chart = { ...source, formData: { ...source.formData, threshold_for_other: 5 } }
    const given = inputOf({ source_charts: [chart] }, [rows])
    const placed = readPlaces(given)
    if ('why' in placed) throw new Error('It has no places.')
    const entries = legendOf(placed, coloredParts(placed, { color, theme: given.theme }).parts)
    expect(entries.map(({ label, color }) => [label, color])).toEqual([
      ['a', 'outer a'],
      ['Other', given.theme.chartMuted],
    ])
  })

  it('has the entry for combined slices last', async () => {
    await loadLegendParts(source.type)
    const at = [10, 10, 10, 20, 20].map(place)
    const rows = answer({ g: [1, ['a', 'b', 'c', 'a', 'd']], at: [1, at], m: [0, [96, 2, 2, 50, 50]] })
    const chart = { ...source, formData: { ...source.formData, threshold_for_other: 5 } }
    const given = inputOf({ source_charts: [chart] }, [rows])
    const placed = readPlaces(given)
    if ('why' in placed) throw new Error('It has no places.')
    const entries = legendOf(placed, coloredParts(placed, { color, theme: given.theme }).parts)
    expect(entries.map(({ label }) => label)).toEqual(['a', 'd', 'Other'])
  })

  it('has its legend in its picture, with the colors of the charts in it', async () => {
    const both = answer({ g: [1, ['b', 'a', 'a']], at: [1, [place(10), place(10), place(20)]], m: [0, [1, 2, 3]] })
    const scheme = { ...source, formData: { ...source.formData, color_scheme: 'd3Category10' } }
    const given = inputOf({ source_charts: [scheme] }, [both])
    await prepare(given)
    const svg = JSON.stringify(
      still({ ...given, id: 'p', measure: () => 10, text: (text: { id: string }) => text.id } as never),
    )
    expect(svg.match(/"fill":"#(1f77b4|ff7f0e)"/g)).toEqual(['"fill":"#1f77b4"', '"fill":"#ff7f0e"'])
    const [first, second] = parts(given)
    // the second chart has no `b`
    expect([second!.color('a'), first!.color('b'), first!.color('a')]).toEqual(['#ff7f0e', '#1f77b4', '#ff7f0e'])
  })

  it('leaves out charts that would cover others in its picture, and says how many are shown', () => {
    const text = ({ defaultMessage }: { defaultMessage?: unknown }, values: Record<string, string> = {}) =>
      String(defaultMessage).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    const near = answer({ at: [1, [place(10), place(10.01), place(90)]], m: [0, [1, 2, 3]] })
    const svg = JSON.stringify(still({ ...inputOf({}, [near]), id: 'p', measure: () => 10, text } as never))
    expect([...svg.matchAll(/"data-part":(\d)/g)].map(([, at]) => at)).toEqual(['0', '2'])
    expect(svg).toContain('Charts shown: 2 of 3')
  })
})
