import type { Page } from 'playwright-core'
import { fail, hang, idOf, type Scene, type Stage, scene } from './scene.ts'

const orders = (page: Page) => idOf(page, 'dataset', 'table_name', 'shop_orders')

async function openOrders({ go, page }: Stage): Promise<number> {
  await go('/tablemodelview/list/')
  const id = await orders(page)
  await go(`/dataset/${id}`)
  return id
}

const openTab = async (stage: Stage, tab: RegExp) => {
  const id = await openOrders(stage)
  await stage.page.getByRole('tab', { name: tab }).click()
  await stage.rest()
  return id
}

/** The page of a dataset whose source and settings have problems; the dataset itself is not changed. */
async function openTroubled({ go, page, rest }: Stage): Promise<void> {
  await go('/tablemodelview/list/')
  const id = await orders(page)
  const extra = JSON.stringify({
    certification: { certified_by: 'Data team', details: 'Checked every morning' },
    warning_markdown: 'Returns are missing before 2023.',
  })
  const health = 'The default datetime column "ordered_at" is not a column of this dataset.'
  await page.route(`**/api/v1/dataset/${id}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { result: object }
    await route.fulfill({ response: answer, json: { ...body, result: { ...body.result, extra } } })
  })
  await page.route('**/datasource/get/**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), health_check_message: health } })
  })
  await page.route('**/datasource/external_metadata/**', async (route) => {
    const answer = await route.fetch()
    const [, ...columns] = (await answer.json()) as object[]
    const added = { name: 'delivered_at', type: 'TIMESTAMP', type_generic: 2, is_dttm: true }
    await route.fulfill({ response: answer, json: [...columns, added] })
  })
  await go(`/dataset/${id}`)
  await rest()
}

async function openJoin({ go, page, rest }: Stage, second: string): Promise<void> {
  await go('/databaseview/list/')
  await go(`/dataset/add/?database=${await idOf(page, 'database', 'database_name', 'examples')}`)
  await page.getByRole('button', { name: /shop_orders/ }).click()
  await page.getByRole('button', { name: 'Join another table' }).click()
  const joined = page.getByRole('region', { name: 'Joined tables' })
  await joined.getByRole('combobox', { name: 'Table', exact: true }).click()
  await page.getByRole('option', { name: second, exact: true }).first().click()
  await rest()
}

/** Pages and dialogs of datasets. */
export const datasetScenes: Scene[] = [
  scene('datasetView-columns', async (stage) => {
    await openTab(stage, /^Columns/)
  }),
  scene('datasetView-metrics', async (stage) => {
    await openTab(stage, /^Metrics/)
  }),
  scene('datasetView-profile', async (stage) => {
    await openTab(stage, /^Profile/)
    await stage.page.getByRole('table', { name: 'Profile' }).waitFor()
    await stage.rest()
  }),
  scene('datasetView-profileLoading', async (stage) => {
    await openOrders(stage)
    await hang(stage.page, '**/profile?*')
    await stage.page.getByRole('tab', { name: /^Profile/ }).click()
    await stage.page.getByText('Reading all rows of the dataset').waitFor()
  }),
  scene(
    'datasetView-profileFailed',
    async (stage) => {
      await openOrders(stage)
      await fail(stage.page, '**/profile?*')
      await stage.page.getByRole('tab', { name: /^Profile/ }).click()
      await stage.page.getByText('The database is not reachable.').waitFor()
    },
    { expects: [/status of 500/] },
  ),
  scene('datasetView-trouble', openTroubled),
  scene('datasetAdd-join', (stage) => openJoin(stage, 'weather')),
  scene(
    'datasetList-delete',
    async (stage) => {
      const { go, page, rest } = stage
      await go('/tablemodelview/list/')
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'shop_orders', exact: true }) })
      await row.hover()
      await row.getByRole('button', { name: 'Delete' }).click({ force: true })
      await page.getByRole('region', { name: 'What uses this' }).waitFor()
      await rest()
    },
    { only: 'wide' },
  ),
  scene('explore-profile', async (stage) => {
    const { go, page, rest } = stage
    await go('/tablemodelview/list/')
    await go(`/explore/?datasource_type=table&datasource_id=${await orders(page)}`)
    const open = page.getByRole('button', { name: 'Open Datasource tab' })
    if (await open.isVisible()) await open.click()
    await page.getByRole('button', { name: 'Dataset actions' }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await page.getByRole('table', { name: 'Profile' }).waitFor()
    await rest()
  }),
  scene('explore-sourceMarks', async (stage) => {
    const { go, page, rest } = stage
    await go('/tablemodelview/list/')
    const id = await orders(page)
    await page.route('**/api/v1/explore/?*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { result: { dataset: object } }
      const dataset = {
        ...body.result.dataset,
        health_check_message: 'Yesterday is not loaded yet.',
        extra: JSON.stringify({
          certification: { certified_by: 'Data team' },
          warning_markdown: 'Returns are missing.',
        }),
      }
      await route.fulfill({ response: answer, json: { ...body, result: { ...body.result, dataset } } })
    })
    await go(`/explore/?datasource_type=table&datasource_id=${id}`)
    const open = page.getByRole('button', { name: 'Open Datasource tab' })
    if (await open.isVisible()) await open.click()
    await rest()
  }),
  scene('datasetEditor-source', async (stage) => {
    await openOrders(stage)
    const { page, rest } = stage
    await page.getByRole('button', { name: 'Edit dataset' }).click()
    await page.getByRole('button', { name: 'Click the lock to make changes.' }).click()
    await rest()
  }),
  scene('datasetEditor-metrics', async (stage) => {
    await openEditorTab(stage, /^Metrics/, 'Details of orders')
    await stage.page.locator('.cm-editor').first().waitFor()
    await stage.rest()
  }),
  scene('datasetEditor-hierarchies', (stage) => openEditorTab(stage, /^Hierarchies/)),
  scene('datasetEditor-settings', (stage) => openEditorTab(stage, 'Settings')),
  scene('datasetEditor-dropped', async (stage) => {
    await openOrders(stage)
    const { page, rest } = stage
    await page.getByRole('button', { name: 'Edit dataset' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit Dataset shop_orders' })
    await editor.getByRole('tab', { name: /^Columns/ }).click()
    await editor.getByRole('button', { name: 'Remove channel' }).click()
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('region', { name: 'What uses this' }).waitFor()
    await rest()
  }),
  scene('rowRules-preview', (stage) => previewRule(stage, /^reader/, /rows are visible/)),
  scene('rowRules-noAccess', (stage) => previewRule(stage, /^newcomer/, /no access to the dataset/), {
    expects: [/status of 422/],
  }),
]

/** A new rule, and what it means for a user. */
async function previewRule({ go, page, rest }: Stage, user: RegExp, outcome: RegExp): Promise<void> {
  await go('/rowlevelsecurityfiltersmodelview/add')
  const dialog = page.getByRole('dialog', { name: 'Add Rule' })
  await dialog.getByLabel('Rule Name').fill('Only the north')
  await dialog.getByText('Base', { exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Datasets', exact: true }).first().click()
  await page.getByRole('option', { name: 'shop_orders' }).first().click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('textbox', { name: 'Clause' }).fill("region = 'North'")
  await dialog.getByRole('combobox', { name: 'User', exact: true }).first().click()
  await page.getByRole('option', { name: user }).first().click()
  await dialog.getByRole('button', { name: 'Show rows' }).click()
  await dialog.getByText(outcome).waitFor()
  await dialog.getByText(outcome).scrollIntoViewIfNeeded()
  await rest()
}

async function openEditorTab(stage: Stage, tab: string | RegExp, details?: string): Promise<void> {
  await openOrders(stage)
  const { page, rest } = stage
  await page.getByRole('button', { name: 'Edit dataset' }).click()
  await page.getByRole('dialog').getByRole('tab', { name: tab }).click()
  if (details !== undefined) await page.getByRole('button', { name: details }).click()
  await rest()
}
