import { box, datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { type Scene, type Stage, scene } from './scene.ts'

async function openSaved({ page, go, isPhone }: Stage): Promise<void> {
  await go('/chart/list/')
  const id = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/chart/?q=(page_size:100,columns:!(id,slice_name))')
    const { result } = (await answer.json()) as { result: { id: number; slice_name: string }[] }
    return result.find((chart) => chart.slice_name === 'Revenue per month')?.id
  })
  await go(`/explore/?slice_id=${id}`)
  await drawn(page)
  if (isPhone) await page.getByRole('button', { name: 'Open Datasource tab' }).click()
}

async function openTimeRange(stage: Stage): Promise<void> {
  await openSaved(stage)
  const { page } = stage
  await box(page, 'adhoc_filters').getByRole('button', { name: /^Edit/ }).first().click()
  await page.getByRole('button', { name: /^Time Range/ }).click()
}

async function openDatasetEntry(stage: Stage, entry: string): Promise<void> {
  await openSaved(stage)
  const { page } = stage
  await page.getByRole('button', { name: 'Dataset actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await page.getByRole('dialog').locator('table, [role=tab]').first().waitFor()
}

/** A filter on a column of network ports: the server converts the typed words to numbers. */
async function openAdvanced(stage: Stage, comparator: string, meaning: object): Promise<void> {
  const { page, go, isPhone } = stage
  await page.route('**/api/v1/explore/?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { result: { dataset: { columns: Record<string, unknown>[] } } }
    const region = body.result.dataset.columns.find(({ column_name: name }) => name === 'region')
    if (region) region['advanced_data_type'] = 'port'
    await route.fulfill({ response: answer, json: body })
  })
  const result = { display_value: '', error_message: '', valid_filter_operators: ['EQUALS', 'IN'], ...meaning }
  await page.route('**/api/v1/advanced_data_type/convert?*', (route) => route.fulfill({ json: { result } }))
  await go('/chart/list/')
  const filter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'region', operator: '==', comparator }
  const form = { viz_type: 'big_number_total', metric: 'orders', adhoc_filters: [filter] }
  await go(await unsavedChart(page, await datasetId(page, 'shop_orders'), form))
  await drawn(page)
  if (isPhone) await page.getByRole('button', { name: 'Open Datasource tab' }).click()
  await box(page, 'adhoc_filters')
    .getByRole('button', { name: /^Edit region/i })
    .click()
}

/** Editors, dialogs and errors of the chart builder. */
export const exploreEditorScenes: Scene[] = [
  scene('explore-metricEditor', async (stage) => {
    await openSaved(stage)
    const { page, rest } = stage
    await box(page, 'metrics').getByRole('button', { name: /^Edit/ }).first().click()
    await page.getByRole('dialog', { name: 'Metric' }).getByRole('status').locator('b').waitFor()
    await rest()
  }),
  scene('explore-timeRange', async (stage) => {
    await openTimeRange(stage)
    await stage.page.getByRole('radio', { name: 'Custom' }).click()
    await stage.rest()
  }),
  scene('explore-timeRangeAdvanced', async (stage) => {
    await openTimeRange(stage)
    await stage.page.getByRole('radio', { name: 'Advanced' }).click()
    await stage.page.getByText('Supported expressions').click()
    await stage.rest()
  }),
  scene('explore-advancedType', async (stage) => {
    await openAdvanced(stage, 'https', { display_value: '[443]' })
    await stage.page.getByText('[443]').waitFor()
    await stage.rest()
  }),
  scene('explore-advancedTypeWrong', async (stage) => {
    const message = "'webb' does not appear to be a port name or number"
    await openAdvanced(stage, 'webb', { error_message: message })
    await stage.page.getByText(message).first().waitFor()
    await stage.rest()
  }),
  scene('explore-swapDataset', (stage) => openDatasetEntry(stage, 'Swap dataset')),
  scene('explore-editDataset', (stage) => openDatasetEntry(stage, 'Edit dataset')),
  ...(
    [
      ['Metrics', 'Details of revenue'],
      ['Columns', 'Details of day'],
      ['Settings', undefined],
    ] as const
  ).map(([tab, item]) =>
    scene(`explore-editDataset${tab}`, async (stage) => {
      await openDatasetEntry(stage, 'Edit dataset')
      const editor = stage.page.getByRole('dialog')
      await editor.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      if (item !== undefined) await editor.getByRole('button', { name: item }).click()
      await stage.rest()
    }),
  ),
  scene('explore-viewQuery', async (stage) => {
    await openSaved(stage)
    const { page, rest } = stage
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'View query' }).click()
    await page.getByRole('dialog').getByText('SELECT').waitFor()
    await rest()
  }),
  scene(
    'explore-failedRefresh',
    async (stage) => {
      const { page } = stage
      // intercepted before the first call: a call right after the interception starts may pass through
      let isDown = false
      await page.route('**/api/v1/explore/data', (route) =>
        isDown ? route.fulfill({ status: 500, json: { message: 'The database is not reachable.' } }) : route.continue(),
      )
      await openSaved(stage)
      isDown = true
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').waitFor()
    },
    { expects: [/status of 500/] },
  ),
]
