import { dialects } from '../../src/engine/dialects/index.ts'
import { formOf } from '../../src/server/resources/databases/available.ts'
import { handled } from '../harness/handled.ts'
import { idOf, type Scene, type Stage, scene } from './scene.ts'

const addDatabase = async ({ go, page }: Stage) => {
  await go('/databaseview/list/')
  await page.getByRole('button', { name: 'Database', exact: true }).click()
  await page.getByText('STEP 1 OF 3').waitFor()
}

/** Lists a database whose package is not installed here, with its real form. */
const offer = ({ page }: Stage, name: string) =>
  page.route('**/api/v1/database/available/', async (route) => {
    const answer = await route.fetch()
    const { databases } = (await answer.json()) as { databases: object[] }
    const dialect = dialects[name]
    if (!dialect) throw new Error(`no dialect is called ${name}`)
    const more = { name: dialect.title, engine: name, backend: name, preferred: false, form: formOf(dialect) }
    await route.fulfill({ response: answer, json: { databases: [...databases, { ...databases[0], ...more }] } })
  })

/** Screens on the way from a company's data to a chart. */
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
    await page.getByRole('button', { name: 'PostgreSQL' }).click()
    await page.getByRole('button', { name: /SQLAlchemy URI string instead/ }).click()
    await page.getByRole('tab', { name: 'Advanced' }).click()
    for (const panel of ['SQL Lab', 'Performance', 'Security'])
      await page.getByRole('dialog').getByText(panel, { exact: true }).click()
    await handled(page)
  }),
  scene('databaseDialog-tunnel', async (stage) => {
    await addDatabase(stage)
    const { page } = stage
    await page.getByRole('button', { name: 'PostgreSQL' }).click()
    await page.getByLabel('SSH Tunnel').check()
    await page.getByText('Private Key & Password', { exact: true }).click()
    await handled(page)
  }),
  ...(['snowflake', 'bigquery', 'databricks'] as const).map((name) =>
    scene(`databaseDialog-${name}`, async (stage) => {
      await offer(stage, name)
      await addDatabase(stage)
      const { page } = stage
      await page.getByRole('combobox', { name: 'Supported databases' }).click()
      await page.getByRole('option', { name: dialects[name]?.title ?? name }).click()
      await page.getByLabel('Display Name').waitFor()
      await handled(page)
    }),
  ),
  scene(
    'databaseDialog-gsheets',
    async (stage) => {
      await addDatabase(stage)
      const { page } = stage
      await page.getByRole('combobox', { name: 'Supported databases' }).click()
      await page.getByRole('option', { name: 'Google Sheets' }).click()
      await page.getByRole('combobox', { name: 'Type of Google Sheets allowed' }).click()
      await page.getByRole('option', { name: 'Public and privately shared sheets' }).click()
      await page.getByLabel('Name of sheet 1').fill('regional sales')
      await page.getByLabel('URL of sheet 1').fill('https://docs.google.com/spreadsheets/d/1fTMObmZGoUKfbgZ/edit#gid=0')
      await page.getByRole('button', { name: 'Add sheet' }).click()
      await page.getByLabel('Name of sheet 2').waitFor()
      await handled(page)
    },
    // there is no sheet at this address
    { expects: [/422/] },
  ),
  scene('databaseDialog-uri', async (stage) => {
    await addDatabase(stage)
    const { page } = stage
    await page.getByRole('combobox', { name: 'Supported databases' }).click()
    await page.getByRole('option', { name: 'Other' }).click()
    await page.getByText('Enter Primary Credentials').waitFor()
    await handled(page)
  }),
  scene('databaseDialog-connected', async (stage) => {
    await addDatabase(stage)
    const { page } = stage
    await page.route('**/validate_parameters/', (route) => route.fulfill({ json: { message: 'OK' } }))
    await page.route('**/api/v1/database/', (route) => route.fulfill({ status: 201, json: { id: 999, result: {} } }))
    await page.getByRole('button', { name: 'PostgreSQL' }).click()
    for (const [name, value] of [
      ['Host', 'db.example.org'],
      ['Port', '5432'],
      ['Database name', 'sales'],
      ['Username', 'analyst'],
    ] as const)
      await page.getByRole('textbox', { name }).fill(value)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('STEP 3 OF 3').waitFor()
    await page.getByRole('dialog').getByText('Other', { exact: true }).click()
    await handled(page)
  }),
  scene('databaseDialog-edit', async ({ go, page, rest }) => {
    await go('/databaseview/list/')
    await page.getByRole('button', { name: 'examples' }).click()
    await page.getByRole('dialog', { name: 'Edit database' }).getByRole('tab', { name: 'Advanced' }).waitFor()
    await rest()
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
