import { charts } from '../../src/charts/index.ts'
import { eventually, expect } from '../harness/dashboard.ts'
import { datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

const isMap = ({ category }: { category: string }) => category === 'Map'

/** Two stories, so that none takes too long: maps take seconds without a graphics card. */
const parts = [
  { title: 'every type', shown: charts.filter((type) => !isMap(type)) },
  { title: 'every map', shown: charts.filter(isMap) },
]

export const stories = parts.map(({ title, shown }) =>
  story(`explore: the gallery draws examples of ${title}`, async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    const form = { viz_type: 'big_number_total', metric: 'count' }
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
    await drawn(page)
    await page.getByRole('button', { name: 'View all charts' }).click()
    const gallery = page.getByRole('dialog', { name: 'Select a visualization type' })
    await gallery.getByRole('button', { name: /^All charts/ }).click()
    for (const { name, type } of shown) {
      await gallery.getByRole('radio', { name: new RegExp(`^${name}( Featured| Deprecated)?$`) }).click()
      const figures = gallery.getByRole('region', { name, exact: true }).getByRole('figure')
      await figures.first().waitFor()
      await eventually(async () => {
        const states = await figures.locator('[data-viz-type]').evaluateAll((all) =>
          all.map((chart) => {
            // a map has texts before it is drawn
            const map = chart.querySelector<HTMLElement>('[data-map]')?.dataset['map']
            if (map !== undefined) return map
            const hasPicture = chart.querySelector('canvas, svg[role=img], table, [data-template] *') !== null
            return hasPicture || (chart.textContent ?? '') !== '' ? 'drawn' : 'nothing'
          }),
        )
        // maps start one after another: the first one is enough
        const awaited = states.filter((state, at) => at === 0 || state !== 'starting')
        expect([type, ...new Set(awaited)]).toEqual([type, 'drawn'])
      }, 60_000)
      expect([type, await figures.getByRole('alert').count()]).toEqual([type, 0])
      expect((await figures.locator('figcaption').allInnerTexts()).every((caption) => caption.endsWith('.'))).toEqual(
        true,
      )
    }
    expect(await axeFindings()).toEqual([])
  }),
)
