import { describe, expect, it } from 'vitest'
import { typesWithout } from '../../../../charts/galleryOrder.ts'
import { findChart } from '../../../../charts/index.ts'
import { collatorOf } from '../../../../model/language/collation.ts'
import { firstSection, sectionsOfGallery } from './galleryModel.ts'

const all = typesWithout([])

describe('the first section', () => {
  it('is the category of the current type', () => {
    expect(firstSection(all, findChart('pie'))).toEqual({ kind: 'category', name: 'Part of a Whole' })
  })
  it.each([
    ['without a category', all, 'handlebars'],
    ['that is denied', typesWithout(['pie']), 'pie'],
    ['that is not known', all, 'kepler'],
  ])('is the first recommended tag for a type %s', (_case, offered, type) => {
    expect(firstSection(offered, findChart(type))).toEqual({ kind: 'tag', name: 'Popular' })
  })
})

it('types that the settings exclude are not offered, but remain known', () => {
  const offered = typesWithout(['pie'])
  expect(offered.map(({ type }) => type)).not.toContain('pie')
  expect(offered).toHaveLength(all.length - 1)
  expect(findChart('pie')?.name).toBe('Pie Chart')
})

it('recommended tags come first, in their order', () => {
  const [first, categories, tags] = sectionsOfGallery(all, collatorOf('en').compare)
  expect(first?.names).toEqual(['Popular', 'ECharts', 'Advanced-Analytics'])
  expect(categories?.names).toContain('Other')
  expect(tags?.names).not.toContain('Popular')
})

it('lines, big numbers and tables come first; types without a position follow, sorted by key', () => {
  const types = all.map(({ type }) => type)
  expect(types.slice(0, 5)).toEqual([
    'echarts_timeseries_line',
    'big_number',
    'big_number_total',
    'table',
    'pivot_table_v2',
  ])
  expect(types.slice(-3)).toEqual(types.slice(-3).toSorted())
})
