import { eventually, expect, settled } from '../../harness/dashboard.ts'
import { story } from '../../harness/story.ts'
import { typesDashboard } from '../typesDashboard.ts'

export const stories = [
  story('every chart type of the examples is drawn', async ({ visit, product }) => {
    const { files, types } = typesDashboard()
    await product.importFiles(files)
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/every-type/')
    const tiles = page.locator('[data-chart-id]')
    await eventually(async () => expect(await tiles.count()).toEqual(types.length))
    const drawn = new Set<string | null>()
    for (let index = 0; index < types.length; index += 4) {
      await tiles.nth(index).scrollIntoViewIfNeeded()
      await settled(page)
      const marks = page.locator('[data-chart-id] [data-viz-type]')
      for (const type of await marks.evaluateAll((all) => all.map((one) => one.getAttribute('data-viz-type'))))
        drawn.add(type)
    }
    expect(types.filter((type) => !drawn.has(type))).toEqual([])
    expect(await page.locator('[data-chart-id] [role="alert"]').allInnerTexts()).toEqual([])
  }),
]
