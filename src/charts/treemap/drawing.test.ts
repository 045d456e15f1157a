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

it('parents are the sums of their parts; rows below zero have no area', () => {
  const branches = flatBranches(readBranches(input())).map(({ path, sums }) => [path.join('/'), sums[0]])
  expect(branches).toEqual([
    ['north', 40],
    ['north/x', 10],
    ['north/y', 30],
    ['south', 25],
    ['south/x', 20],
    ['south/<NULL>', 5],
  ])
})

describe('filters', () => {
  it('are those of leaves, which ECharts numbers after the root', () => {
    expect(drawing.marks!(input()).map(({ label, dataIndex }) => [label, dataIndex])).toEqual([
      ['north,x', 2],
      ['north,y', 3],
      ['south,x', 5],
      ['south,<NULL>', 6],
    ])
    expect(drawing.crossFilter!(input(), { dataIndex: 5 })).toMatchObject({
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
  expect(readBranches(drawInput(opened.formData as TreemapForm, [data]))).toEqual(readBranches(input()))
})
