import type { Page } from 'playwright-core'
import { handled } from '../harness/handled.ts'
import { editor, grid, openLab, run, write } from '../harness/sqlLab.ts'
import { change, emptyList, fail, hang, type Scene, type Stage, scene } from './scene.ts'

const orders = `-- Which regions pay most?
SELECT
  region,
  count(*) AS orders,
  sum(amount) AS revenue,
  round(avg(amount), 2) AS "average",
  max(day) AS last_order,
  bool_or(amount > 100) AS "large",
  to_json(list(DISTINCT channel)) AS channels
FROM shop_orders o
GROUP BY region
ORDER BY revenue DESC`

/** Opens SQL Lab with one tab, regardless of the tabs of earlier scenes. */
async function openTab({ page, rest }: Stage, sql: string, name = 'Orders by region'): Promise<void> {
  await page.goto('/savedqueryview/list/')
  await page.evaluate(async () => {
    localStorage.removeItem('sextant.sqlLab.chart')
    const start = await fetch('/api/v1/sqllab/')
    const { result } = (await start.json()) as { result: { tab_state_ids: { id: number }[] } }
    const token = await fetch('/api/v1/security/csrf_token/')
    const headers = { 'X-CSRFToken': ((await token.json()) as { result: string }).result }
    for (const { id } of result.tab_state_ids) await fetch(`/tabstateview/${id}`, { method: 'DELETE', headers })
  })
  const query = new URLSearchParams({ dbid: '1', schema: 'main', name, sql })
  await openLab(page, `?${query}`)
  await rest()
}

const toResults = async ({ page, isPhone }: Stage) => {
  if (isPhone) await page.getByRole('tablist', { name: 'Output' }).scrollIntoViewIfNeeded()
}

async function runIn(stage: Stage, sql: string): Promise<void> {
  await openTab(stage, sql)
  await editor(stage.page).click()
  await stage.page.keyboard.press('Control+Enter')
}

async function openResult(stage: Stage): Promise<void> {
  await runIn(stage, orders)
  await grid(stage.page).waitFor()
  await stage.rest()
  await toResults(stage)
}

async function openTable(stage: Stage): Promise<void> {
  const { page, rest } = stage
  await openTab(stage, 'SELECT *\nFROM shop_orders')
  await page.getByRole('combobox', { name: 'See table schema' }).click()
  await page.getByRole('option', { name: 'shop_orders' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Preview: `shop_orders`' }).waitFor()
  await rest()
}

const more = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** An error response of the server to a query. */
const refuse = ({ page }: Stage, status: number, code: string, message: string) =>
  page.route('**/api/v1/sqllab/execute/', (route) =>
    route.fulfill({ status, json: { errors: [{ error_type: code, message, level: 'error', extra: {} }] } }),
  )

async function openRefused(stage: Stage, status: number, code: string, message: string): Promise<void> {
  await openTab(stage, orders)
  await refuse(stage, status, code, message)
  await editor(stage.page).click()
  await stage.page.keyboard.press('Control+Enter')
  await stage.page.getByRole('alert').waitFor()
  await stage.rest()
  await toResults(stage)
}

/** Opens SQL Lab on a database that allows CREATE TABLE AS and estimates costs. */
async function openAllowing(stage: Stage): Promise<void> {
  const { page } = stage
  await change(page, '**/api/v1/sqllab/', (text) => text.replaceAll('"allow_ctas":false', '"allow_ctas":true'))
  await change(page, '**/api/v1/database/?*', (text) =>
    text.replaceAll(/"allows_cost_estimate":(false|null)/g, '"allows_cost_estimate":true'),
  )
  await page.route('**/api/v1/sqllab/estimate/', (route) =>
    route.fulfill({ json: { result: [{ 'Start-up cost': '1204.5', 'Total cost': '118093.25' }] } }),
  )
  await openTab(stage, orders)
}

/** The database of the examples cannot create tables: the query runs unchanged, and its response names a table. */
const createInstead = ({ page }: Stage) =>
  page.route('**/api/v1/sqllab/execute/', async (route) => {
    const { sql, database_id, client_id, sql_editor_id } = route.request().postDataJSON() as Record<string, unknown>
    const answer = await route.fetch({ postData: JSON.stringify({ sql, database_id, client_id, sql_editor_id }) })
    const body = (await answer.json()) as { query: object }
    const query = { ...body.query, ctas: true, tempSchema: 'main', tempTable: 'revenue_by_region' }
    await route.fulfill({ response: answer, json: { ...body, query } })
  })

/** The editor, its results and its dialogs. */
const labScenes: Scene[] = [
  scene('sqlLab-new', (stage) => openTab(stage, 'SELECT ...', 'Untitled Query 1')),
  scene('sqlLab-noTabs', async (stage) => {
    await openTab(stage, 'SELECT ...')
    await stage.page
      .getByRole('button', { name: /^Close/ })
      .first()
      .click()
    await stage.page.getByText('Add a new tab to create SQL Query').waitFor()
  }),
  scene('sqlLab-loading', async ({ page }) => {
    await hang(page, '**/api/v1/sqllab/')
    await page.goto('/superset/sqllab/')
    await page.locator('.boot').waitFor({ state: 'detached' })
    await page.locator('[aria-busy="true"]').first().waitFor()
    await handled(page)
  }),
  scene(
    'sqlLab-failed',
    async ({ page }) => {
      await fail(page, '**/api/v1/sqllab/')
      await page.goto('/superset/sqllab/')
      await page.getByText('The database is not reachable.').waitFor()
    },
    { expects: [/status of 500/] },
  ),
  scene('sqlLab-running', async (stage) => {
    await openTab(stage, orders)
    await hang(stage.page, '**/api/v1/sqllab/execute/')
    await editor(stage.page).click()
    await stage.page.keyboard.press('Control+Enter')
    await stage.page.getByRole('toolbar').getByRole('button', { name: 'Stop' }).waitFor()
    await toResults(stage)
  }),
  scene('sqlLab-full', openResult),
  scene('sqlLab-chart', async (stage) => {
    await openResult(stage)
    await stage.page.getByRole('button', { name: 'Chart', exact: true }).click()
    await stage.page.getByRole('region', { name: 'Chart of the result' }).locator('canvas').first().waitFor()
    await stage.rest()
    await toResults(stage)
  }),
  scene(
    'sqlLab-error',
    async (stage) => {
      await runIn(stage, 'SELECT region,\n  sum(amout) AS revenue\nFROM shop_orders\nGROUP BY region')
      await stage.page.getByText('DuckDB Error', { exact: true }).waitFor()
      await stage.rest()
      await toResults(stage)
    },
    { expects: [/status of 400/] },
  ),
  scene('sqlLab-noRows', async (stage) => {
    await runIn(stage, "SELECT region FROM shop_orders WHERE region = 'Nowhere'")
    await stage.page.getByText('The query returned no data').waitFor()
    await toResults(stage)
  }),
  scene('sqlLab-statements', async (stage) => {
    await runIn(stage, 'SELECT region FROM shop_orders LIMIT 5;\nSELECT i, i * i AS square FROM range(5000) r(i);')
    await stage.page.getByRole('radio', { name: 'Statement 1' }).waitFor()
    await stage.rest()
    await toResults(stage)
  }),
  scene(
    'sqlLab-history',
    async (stage) => {
      await runIn(stage, orders)
      await grid(stage.page).waitFor()
      await run(stage.page, 'SELECT nothing FROM shop_orders')
      await stage.page.getByText('DuckDB Error', { exact: true }).waitFor()
      await run(stage.page, 'SELECT 1 AS one')
      await grid(stage.page).waitFor()
      await stage.page.getByRole('tab', { name: 'Query history' }).click()
      await stage.rest()
      await toResults(stage)
    },
    { expects: [/status of 400/] },
  ),
  scene('sqlLab-live', async (stage) => {
    await openTab(stage, orders)
    await stage.page.getByRole('tab', { name: 'Live preview' }).click()
    await grid(stage.page).waitFor()
    await stage.rest()
    await toResults(stage)
  }),
  scene('sqlLab-named', async (stage) => {
    const { page, rest } = stage
    await openResult(stage)
    await page.getByRole('button', { name: 'Name result' }).click()
    const dialog = page.getByRole('dialog', { name: 'Name result' })
    await dialog.getByLabel('Name').fill('by_region')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Named results' }).waitFor()
    await rest()
  }),
  scene('sqlLab-table', openTable),
  scene('sqlLab-preview', async (stage) => {
    await openTable(stage)
    await stage.page.getByRole('tab', { name: 'Preview: `shop_orders`' }).click()
    await grid(stage.page).waitFor()
    await stage.rest()
    await toResults(stage)
  }),
  scene('sqlLab-completion', async (stage) => {
    await openTable(stage)
    await write(stage.page, 'SELECT region, count(*) FROM shop_orders o WHERE o.')
    await stage.page.keyboard.type('d')
    await stage.page.getByRole('option', { name: /^day/ }).waitFor()
    await stage.rest()
  }),
  scene('sqlLab-tabMenu', async (stage) => {
    await openTab(stage, orders)
    await stage.page.getByRole('button', { name: 'Actions of Orders by region' }).click()
    await stage.page.getByRole('menuitem', { name: 'Duplicate tab' }).waitFor()
    await stage.rest()
  }),
  scene('sqlLab-moreMenu', async (stage) => {
    await openTab(stage, orders)
    await stage.page.getByRole('button', { name: 'More actions' }).click()
    await stage.page.getByRole('menuitem', { name: 'Query plan' }).waitFor()
    await stage.rest()
  }),
  scene('sqlLab-plan', async (stage) => {
    await openTab(stage, orders)
    await more(stage.page, 'Query plan')
    await stage.page
      .getByRole('dialog', { name: 'Query plan' })
      .getByText(/GROUP BY/)
      .first()
      .waitFor()
    await stage.rest()
  }),
  scene('sqlLab-parameters', async (stage) => {
    await openTab(stage, orders)
    await more(stage.page, 'Parameters')
    await stage.page.getByRole('dialog', { name: 'Template parameters' }).waitFor()
    await stage.rest()
  }),
  scene('sqlLab-parametersInvalid', async (stage) => {
    await openTab(stage, orders)
    await more(stage.page, 'Parameters')
    const dialog = stage.page.getByRole('dialog', { name: 'Template parameters' })
    await dialog.getByRole('textbox').click()
    await stage.page.keyboard.press('Control+a')
    await stage.page.keyboard.insertText('{"region": "East", ')
    await dialog.getByText('Invalid JSON').last().waitFor()
    await stage.rest()
  }),
  scene('sqlLab-createAs', async (stage) => {
    await openAllowing(stage)
    await stage.page.getByRole('button', { name: 'More ways to run' }).click()
    await stage.page.getByRole('menuitem', { name: 'CREATE TABLE AS' }).click()
    await stage.page.getByRole('dialog', { name: 'CREATE TABLE AS' }).waitFor()
    await stage.rest()
  }),
  scene('sqlLab-created', async (stage) => {
    await openAllowing(stage)
    await createInstead(stage)
    await stage.page.getByRole('button', { name: 'More ways to run' }).click()
    await stage.page.getByRole('menuitem', { name: 'CREATE TABLE AS' }).click()
    await stage.page.getByRole('dialog', { name: 'CREATE TABLE AS' }).getByLabel('Name').fill('revenue_by_region')
    await stage.page.keyboard.press('Enter')
    await stage.page.getByText('was created').waitFor()
    await stage.rest()
    await toResults(stage)
  }),
  scene('sqlLab-estimate', async (stage) => {
    await openAllowing(stage)
    await stage.page.getByRole('button', { name: 'Estimate cost' }).click()
    await stage.page.getByRole('dialog', { name: 'Cost estimate' }).getByText('Total cost').waitFor()
    await stage.rest()
  }),
  scene(
    'sqlLab-refused',
    (stage) =>
      openRefused(
        stage,
        403,
        'TABLE_SECURITY_ACCESS_ERROR',
        'You need access to the following tables: `sales.orders`, `sales.customers`, `all_database_access` or `all_datasource_access` permission',
      ),
    { expects: [/status of 403/] },
  ),
  scene(
    'sqlLab-timeout',
    (stage) => openRefused(stage, 408, 'SQLLAB_TIMEOUT_ERROR', 'The query exceeded the time limit of 60 seconds.'),
    { expects: [/status of 408/] },
  ),
  scene('sqlLab-sql', async (stage) => {
    await openResult(stage)
    await stage.page.getByRole('button', { name: /^SQL of the result/ }).click()
    await stage.page.getByRole('dialog', { name: 'SQL' }).waitFor()
    await stage.rest()
  }),
  scene('sqlLab-cell', async (stage) => {
    await openResult(stage)
    await grid(stage.page).getByRole('button', { name: 'Show the content of channels' }).first().click()
    await stage.page.getByRole('dialog', { name: 'Cell content' }).waitFor()
    await stage.rest()
  }),
  scene('sqlLab-saveQuery', async (stage) => {
    await openTab(stage, orders)
    await stage.page.getByRole('button', { name: 'Save', exact: true }).click()
    await stage.page.getByRole('dialog', { name: 'Save query' }).waitFor()
    await stage.rest()
  }),
  scene('sqlLab-saveDataset', async (stage) => {
    await openTab(stage, orders)
    await stage.page.getByRole('button', { name: 'More ways to save' }).click()
    await stage.page.getByRole('menuitem', { name: 'Save dataset' }).click()
    await stage.page.getByRole('dialog', { name: 'Save or Overwrite Dataset' }).waitFor()
    await stage.rest()
  }),
]

/** Stores queries, once for all scenes of a product. */
async function addSavedQueries({ page }: Stage): Promise<void> {
  await page.goto('/savedqueryview/list/')
  await page.evaluate(async (sql) => {
    const { count } = (await (await fetch('/api/v1/saved_query/')).json()) as { count: number }
    if (count > 1) return
    const token = await fetch('/api/v1/security/csrf_token/')
    const csrf = ((await token.json()) as { result: string }).result
    const headers = { 'X-CSRFToken': csrf, 'content-type': 'application/json' }
    for (const [label, text] of [
      ['Orders by region', sql],
      ['Orders of today', 'SELECT * FROM shop_orders WHERE day >= current_date'],
      ['Weather and orders', 'SELECT * FROM shop_orders o JOIN weather w ON w.day = o.day'],
    ]) {
      const body = JSON.stringify({ label, sql: text, db_id: 1, schema: 'main', description: 'For the weekly meeting' })
      await fetch('/api/v1/saved_query/', { method: 'POST', headers, body })
    }
  }, orders)
}

const listScenes: Scene[] = [
  scene('savedQueryList-empty', async ({ page, go }) => {
    await emptyList(page, '**/api/v1/saved_query/?*')
    await go('/savedqueryview/list/')
  }),
  scene(
    'savedQueryList-failed',
    async ({ page, go }) => {
      await fail(page, '**/api/v1/saved_query/?*')
      await go('/savedqueryview/list/')
    },
    { expects: [/status of 500/] },
  ),
  scene('home-savedQueries', async (stage) => {
    await addSavedQueries(stage)
    const { page, go, rest } = stage
    await go('/superset/welcome/')
    await page.getByRole('link', { name: 'Orders by region' }).first().scrollIntoViewIfNeeded()
    await rest()
  }),
  scene('savedQueryList-full', async (stage) => {
    await addSavedQueries(stage)
    await stage.go('/savedqueryview/list/')
  }),
  scene(
    'savedQueryList-preview',
    async (stage) => {
      await addSavedQueries(stage)
      const { page, go, rest } = stage
      await go('/savedqueryview/list/')
      await page.getByRole('row').nth(1).hover()
      await page.getByRole('button', { name: 'Query preview' }).first().click({ force: true })
      await page.getByRole('dialog', { name: 'Query preview' }).waitFor()
      await rest()
    },
    { only: 'wide' },
  ),
  scene('queryHistory-preview', async (stage) => {
    const { page, go, rest } = stage
    await runIn(stage, orders)
    await grid(page).waitFor()
    await go('/superset/sqllab/history/')
    await page
      .getByRole('button', { name: /Which regions pay most/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Query preview' }).waitFor()
    await rest()
  }),
  scene(
    'queryHistory-filtered',
    async (stage) => {
      const { page, go, rest } = stage
      await runIn(stage, 'SELECT nothing FROM shop_orders')
      await page.getByText('DuckDB Error', { exact: true }).waitFor()
      await go('/superset/sqllab/history/')
      await page.getByRole('combobox', { name: 'State' }).click()
      await page.getByRole('option', { name: 'Failed' }).click()
      await page.getByRole('row').nth(1).waitFor()
      await rest()
    },
    { expects: [/status of 400/], only: 'wide' },
  ),
  scene('queryHistory-full', ({ go }) => go('/superset/sqllab/history/')),
  scene('queryHistory-empty', async ({ page, go }) => {
    await emptyList(page, '**/api/v1/query/?*')
    await go('/superset/sqllab/history/')
  }),
]

export const sqlLabScenes: Scene[] = [...labScenes, ...listScenes]
