import { afterEach, describe, expect, it, vi } from 'vitest'
import { findChart } from '../../../../charts/index.ts'

/** The page's settings are read when the module loads. */
async function galleryWith(denied: string[]) {
  vi.resetModules()
  const bootstrap = JSON.stringify({ common: { conf: { VIZ_TYPE_DENYLIST: denied } } })
  vi.stubGlobal('document', { querySelector: () => ({ dataset: { bootstrap } }) })
  const { offeredTypes } = await import('../../../chart/offeredTypes.ts')
  return { offeredTypes, ...(await import('./galleryModel.ts')) }
}

afterEach(() => vi.unstubAllGlobals())

describe('the first section', () => {
  it('is the category of the current type', async () => {
    const { firstSection, offeredTypes } = await galleryWith([])
    const pie = offeredTypes.find(({ type }) => type === 'pie')
    expect(firstSection(pie)).toEqual({ kind: 'category', name: 'Part of a Whole' })
  })
  it('is the first recommended tag for a type without a category, or none', async () => {
    const { firstSection, offeredTypes } = await galleryWith([])
    const popular = { kind: 'tag', name: 'Popular' }
    expect(firstSection(offeredTypes.find(({ type }) => type === 'handlebars'))).toEqual(popular)
    expect(firstSection(undefined)).toEqual(popular)
  })
})

it('types that the settings deny are not offered, and stay known', async () => {
  const { offeredTypes, searchCharts } = await galleryWith(['pie'])
  expect(offeredTypes.map(({ type }) => type)).not.toContain('pie')
  expect(searchCharts('Pie Chart').map(({ type }) => type)).not.toContain('pie')
  expect(findChart('pie')?.name).toBe('Pie Chart')
})

it('recommended tags come first, in their order', async () => {
  const { sectionsOfGallery } = await galleryWith([])
  const [first, categories, tags] = sectionsOfGallery()
  expect(first?.names).toEqual(['Popular', 'ECharts', 'Advanced-Analytics'])
  expect(categories?.names).toContain('Other')
  expect(tags?.names).not.toContain('Popular')
})
