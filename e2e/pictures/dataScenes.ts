import { handled } from '../harness/handled.ts'
import { idOf, type Scene, type Stage, scene } from './scene.ts'

const addDatabase = async ({ go, page }: Stage) => {
  await go('/databaseview/list/')
  await page.getByRole('button', { name: 'Database', exact: true }).click()
  await page.getByText('STEP 1 OF 3').waitFor()
}

/** Screens between a company's data and a chart. */
export const dataScenes: Scene[] = [
  scene('databaseList-full', ({ go }) => go('/databaseview/list/')),
  scene('databaseDialog-choose', async (stage) => {
    await addDatabase(stage)
    await stage.page.getByRole('button', { name: 'PostgreSQL' }).waitFor()
    await handled(stage.page)
  }),
  scene(
    'databaseDialog-credentials',
    async (stage) => {
      await addDatabase(stage)
      const { page } = stage
      await page.getByRole('button', { name: 'PostgreSQL' }).click()
      await page.getByRole('textbox', { name: 'Port' }).fill('54x')
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.getByText('This is a required field').first().waitFor()
      await handled(page)
    },
    { expects: [/422/] },
  ),
  scene('databaseDialog-advanced', async (stage) => {
    await addDatabase(stage)
    const { page } = stage
    await page
      .getByRole('button', { name: 'SQLite' })
      .or(page.getByRole('button', { name: 'PostgreSQL' }))
      .first()
      .click()
    const toUri = page.getByRole('button', { name: /SQLAlchemy URI string instead/ })
    if (await toUri.isVisible()) await toUri.click()
    await page.getByRole('tab', { name: 'Advanced' }).click()
    for (const panel of ['SQL Lab', 'Performance', 'Security'])
      await page.getByRole('dialog').getByText(panel, { exact: true }).click()
    await handled(page)
  }),
  scene('datasetAdd-empty', ({ go }) => go('/dataset/add/')),
  scene('datasetAdd-table', async ({ go, page, rest }) => {
    await go(`/dataset/add/?database=${await idOfExamples(page, go)}`)
    await page.getByRole('button', { name: /shop_orders/ }).click()
    await page.getByRole('link', { name: 'View Dataset' }).waitFor()
    await rest()
  }),
  scene('datasetView-usage', async ({ go, page, rest }) => {
    await go('/tablemodelview/list/')
    await go(`/dataset/${await idOf(page, 'dataset', 'table_name', 'shop_orders')}`)
    await page.getByRole('tab', { name: 'Usage' }).click()
    await rest()
  }),
  scene('rowRules-empty', ({ go }) => go('/rowlevelsecurityfiltersmodelview/list/')),
  scene('rowRules-new', async ({ go, page }) => {
    await go('/rowlevelsecurityfiltersmodelview/add')
    await page.getByRole('dialog', { name: 'Add Rule' }).waitFor()
    await handled(page)
  }),
]

async function idOfExamples(page: Stage['page'], go: Stage['go']): Promise<number> {
  await go('/databaseview/list/')
  return idOf(page, 'database', 'database_name', 'examples')
}
