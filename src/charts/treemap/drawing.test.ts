import { describe, expect, it } from 'vitest'
import { flatBranches } from '../shared/hierarchy.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { plot } from '../testing/plot.ts'
import { drawing, readBranches } from './drawing.ts'
import type { TreemapForm } from './query.ts'

const data = answer({
  region: [1, ['north', 'south', 'north', 'south', 'south']],
  city: [1, ['x', 'x', 'y', null, 'z']],
  n: [0, [10, 20, 30, 5, -7]],
})
const input = (saved: Record<string, unknown> = {}) =>
  drawInput(
    openSaved({ viz_type: 'treemap_v2', groupby: ['region', 'city'], metric: 'n', ...saved })!.formData as TreemapForm,
    [data],
  )

it('parents are the sums of their parts; negative rows have no area', () => {
  const branches = flatBranches(readBranches(input())).map(({ path, sums }) => [path.join('/'), sums[0]])
  expect(branches).toEqual([
    ['north', 40],
    ['north/x', 10],
    ['north/y', 30],
    ['south', 25],
    ['south/<NULL>', 5],
    ['south/x', 20],
  ])
})

describe('filters', () => {
  it('use the numbers of leaves, which ECharts counts after the root', () => {
    expect(drawing.marks!(input()).map(({ label, dataIndex }) => [label, dataIndex])).toEqual([
      ['north,x', 2],
      ['north,y', 3],
      ['south,<NULL>', 5],
      ['south,x', 6],
    ])
    expect(drawing.crossFilter!(input(), { dataIndex: 6 })).toMatchObject({
      extraFormData: {
        filters: [
          { col: 'region', op: 'IN', val: ['south'] },
          { col: 'city', op: 'IN', val: ['x'] },
        ],
      },
      filterState: { label: 'south,x' },
    })
    expect(drawing.crossFilter!(input(), { dataIndex: 4 })).toBeNull()
  })
})

it('an older treemap opens with the same data', () => {
  const old = {
    viz_type: 'treemap',
    groupby: ['region', 'city'],
    metrics: ['n', 'm'],
    order_desc: true,
    treemap_ratio: 1.6,
  }
  const opened = openSaved(old)!
  expect(opened.formData).toMatchObject({
    viz_type: 'treemap_v2',
    metric: 'n',
    sort_by_metric: true,
    treemap_ratio: 1.6,
  })
  const context = contextOfSaved({ formData: { ...old, datasource: '1__table' }, datasource: noDatasource })
  expect(context?.queries[0]).toMatchObject({ columns: ['region', 'city'], metrics: ['n'], orderby: [['n', false]] })
  expect(readBranches(drawInput(opened.formData as TreemapForm, [data]))).toEqual(
    readBranches(input({ sort_by_metric: true })),
  )
})

it('all edges are at whole px, so that all gaps of a level are equal', async () => {
  interface Place {
    x: number
    y: number
    width: number
    height: number
  }
  const cities = Array.from({ length: 30 }, (_, at) => at)
  const rows = answer({
    region: [1, cities.map((at) => `region ${at % 4}`)],
    city: [1, cities.map((at) => `city ${at}`)],
    n: [0, cities.map((at) => 10 + ((at * 37) % 101))],
  })
  for (const size of [
    { width: 204, height: 200 },
    { width: 451, height: 329 },
  ]) {
    const { series } = await plot({ viz_type: 'treemap_v2', groupby: ['region', 'city'], metric: 'n' }, [rows], {
      size,
    })
    const places = series[0]!.layouts<Place | undefined>().flatMap((place) => place ?? [])
    expect(places.length).toBeGreaterThan(30)
    expect(places.every(({ x, y, width, height }) => [x, y, width, height].every(Number.isInteger))).toBe(true)
    expect(places[0]).toMatchObject({ x: 0, y: 0, ...size })
  }
})

describe('labels', () => {
  interface Drawn {
    series: [
      {
        data: {
          upperLabel: { formatter: () => string }
          children: { label: { formatter: (params?: object) => string } }[]
        }[]
      },
    ]
  }
  const drawn = (label_type: string, size = { width: 600, height: 300 }) =>
    (drawing.option({ ...input({ label_type, number_format: ',d' }), size }) as unknown as Drawn).series[0]

  it('have the number on a separate line', () => {
    expect(drawn('key_value').data[0]?.children[0]?.label.formatter({})).toBe('x\n10')
  })

  it.each([
    ['value', 'north', 60, 40, ''],
    ['value', 'north', 90, 40, '123,456,789'],
    ['key_value', 'north', 90, 40, 'north\n123,456,789'],
    // a number that only just fits could be truncated
    ['key_value', 'north', 74, 40, 'north'],
    // there is space for the name only
    ['key_value', 'north', 90, 20, 'north'],
    ['key_value', 'north', 60, 40, 'north'],
    ['Key', 'a long name that is cut', 60, 40, 'a long name that is cut'],
    // not even for the beginning of a name, but for a short one
    ['Key', 'a long name that is cut', 33, 40, ''],
    ['key_value', 'LAX', 33, 40, 'LAX'],
    ['key_value', 'LAX', 12, 40, ''],
    ['key_value', 'LAX', 90, 12, ''],
  ])('%s %j in %d x %d: %j', (label_type, name, width, height, expected) => {
    const one = answer({ region: [1, [name]], n: [0, [123_456_789]] })
    const form = { viz_type: 'treemap_v2', groupby: ['region'], metric: 'n', label_type, number_format: ',d' }
    const option = drawing.option(drawInput(openSaved(form)!.formData as TreemapForm, [one]))
    const [{ data: parts }] = (option as unknown as { series: [{ data: Drawn['series'][0]['data'][0]['children'] }] })
      .series
    expect(parts[0]?.label.formatter({ tile: { width, height } })).toBe(expected)
  })

  it('have no number in a part that is too narrow for it', async () => {
    const long = answer({ region: [1, ['a', 'b']], n: [0, [900_000_000, 100_000_000]] })
    const form = { viz_type: 'treemap_v2', groupby: ['region'], metric: 'n', number_format: ',d' }
    const textsIn = async (width: number) => (await plot(form, [long], { size: { width, height: 80 } })).texts
    expect(await textsIn(800)).toEqual(['a', '900,000,000', 'b', '100,000,000'])
    expect(await textsIn(300)).toEqual(['a', '900,000,000', 'b'])
  })

  it('are not measured for parts that are too small for them', () => {
    const leaves = (size: { width: number; height: number }) =>
      drawn('Key', size).data.flatMap(({ children }) => children.map(({ label }) => label))
    expect(leaves({ width: 600, height: 300 }).every((label) => label.formatter)).toBe(true)
    // x in the north has a value of 10, of a total of 65
    expect(leaves({ width: 60, height: 40 })[0]).toEqual({ show: false })
    expect(leaves({ width: 60, height: 40 })[1]!.formatter({})).toBe('y')
  })

  it('of branches have no number if it could be truncated', () => {
    const band = (type: string, width: number) => drawn(type, { width, height: width }).data[0]?.upperLabel.formatter()
    expect([band('key_value', 400), band('key_value', 60)]).toEqual(['north: 40', 'north'])
    expect([band('value', 400), band('value', 30)]).toEqual(['40', ''])
  })
})
