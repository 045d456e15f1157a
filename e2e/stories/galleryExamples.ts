import { charts } from '../../src/charts/index.ts'
import { eventually, expect } from '../harness/dashboard.ts'
import { datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story('explore: the gallery draws examples of every type', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    const form = { viz_type: 'big_number_total', metric: 'count' }
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
    await drawn(page)
    await page.getByRole('button', { name: 'View all charts' }).click()
    const gallery = page.getByRole('dialog', { name: 'Select a visualization type' })
    await gallery.getByRole('button', { name: /^All charts/ }).click()
    for (const { name, type } of charts) {
      await gallery.getByRole('radio', { name: new RegExp(`^${name}( Featured| Deprecated)?$`) }).click()
      const figures = gallery.getByRole('region', { name, exact: true }).getByRole('figure')
      await figures.first().waitFor()
      await eventually(async () => {
        const texts = await figures.locator('[data-viz-type]').evaluateAll((shown) =>
          shown.map((chart) => {
            const hasPicture = chart.querySelector('canvas, svg[role=img], table, [data-template] *') !== null
            return hasPicture || (chart.textContent ?? '') !== '' ? 'drawn' : 'nothing'
          }),
        )
        expect([type, ...new Set(texts)]).toEqual([type, 'drawn'])
      })
      expect([type, await figures.getByRole('alert').count()]).toEqual([type, 0])
      expect((await figures.locator('figcaption').allInnerTexts()).every((caption) => caption.endsWith('.'))).toEqual(
        true,
      )
    }
    expect(await axeFindings()).toEqual([])
  }),
]
