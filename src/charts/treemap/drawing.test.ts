import { describe, expect, it } from 'vitest'
import { flatBranches } from '../shared/hierarchy.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
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

describe('labels', () => {
  type Layout = (params: { rect: { width: number; height: number }; text: string | null }) => { x?: number }
  interface Drawn {
    series: [
      {
        labelLayout: Layout
        data: { upperLabel: { formatter: () => string }; children: { label: { formatter: () => string } }[] }[]
      },
    ]
  }
  const drawn = (label_type: string, size = { width: 600, height: 300 }) =>
    (drawing.option({ ...input({ label_type, number_format: ',d' }), size }) as unknown as Drawn).series[0]
  const isShown = (label_type: string, text: string | null, width: number, height: number) =>
    drawn(label_type).labelLayout({ rect: { width, height }, text }).x === undefined

  it('have the number on a separate line', () => {
    expect(drawn('key_value').data[0]?.children[0]?.label.formatter()).toBe('x\n10')
  })

  it.each([
    ['value', '123,456,789', 60, 40, false],
    ['value', '123,456,789', 90, 40, true],
    ['key_value', 'north\n123,456,789', 60, 40, false],
    // there is space for the name only
    ['key_value', 'north\n123,456,789', 60, 20, true],
    ['Key', 'a long name that is cut', 60, 40, true],
    ['Key', 'north', 30, 40, false],
    // a part without a label
    ['key_value', null, 12, 12, false],
  ])('%s %j in %d x %d: shown is %s', (type, text, width, height, expected) => {
    expect(isShown(type, text, width, height)).toBe(expected)
  })

  it('are not measured for parts that are too small for them', () => {
    const leaves = (size: { width: number; height: number }) =>
      drawn('Key', size).data.flatMap(({ children }) => children.map(({ label }) => label))
    expect(leaves({ width: 600, height: 300 }).every((label) => label.formatter)).toBe(true)
    // x of the north has 10 of 65
    expect(leaves({ width: 60, height: 40 })[0]).toEqual({ show: false })
    expect(leaves({ width: 60, height: 40 })[1]!.formatter()).toBe('y')
  })

  it('of branches have no number if it could be truncated', () => {
    const band = (type: string, width: number) => drawn(type, { width, height: width }).data[0]?.upperLabel.formatter()
    expect([band('key_value', 400), band('key_value', 60)]).toEqual(['north: 40', 'north'])
    expect([band('value', 400), band('value', 30)]).toEqual(['40', ''])
  })
})
