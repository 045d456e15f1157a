import { describe, expect, it } from 'vitest'
import { withoutLimits } from '../shared/sourceCharts.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { mostPlaces, partsOf, readPlaces } from './places.ts'
import type { CartodiagramForm } from './query.ts'
import { sources } from './sources.ts'
import { parts, still } from './still.ts'

const place = (longitude: number) => JSON.stringify({ type: 'Point', coordinates: [longitude, 50] })
const source = {
  id: 7,
  name: 'A pie',
  type: { type: 'pie', name: 'Pie', folder: 'pie', drawnWith: 'echarts', shows: 'plot', behaviors: [] },
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
})
