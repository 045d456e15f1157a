import { unsavedChart } from '../harness/explore.ts'
import { handled } from '../harness/handled.ts'
import { fail, hang, idOf, type Scene, type Stage, scene } from './scene.ts'

const explorePath = async ({ page }: Stage) => {
  await page.goto('/superset/welcome/')
  return `/explore/?datasource_id=${await idOf(page, 'dataset', 'table_name', 'shop_orders')}&datasource_type=table`
}
const savedChart = async ({ page }: Stage, name: string) => {
  await page.goto('/superset/welcome/')
  return `/explore/?slice_id=${await idOf(page, 'chart', 'slice_name', name)}`
}
const control = (page: Stage['page'], name: string) => page.locator(`[data-control=${name}]`)

/** The states of the chart builder. */
export const exploreScenes: Scene[] = [
  scene('explore-new', async (stage) => stage.go(await explorePath(stage))),
  scene('explore-saved', async (stage) => stage.go(await savedChart(stage, 'Revenue per month'))),
  scene('explore-pie', async (stage) => stage.go(await savedChart(stage, 'Orders by region')), { only: 'wide' }),
  scene('explore-reader', async (stage) => stage.go(await savedChart(stage, 'Where people live')), { as: 'reader' }),
  scene(
    'explore-customize',
    async (stage) => {
      await stage.go(await savedChart(stage, 'Revenue per month'))
      await stage.page.getByRole('tab', { name: 'Customize' }).click()
      await stage.rest()
    },
    { only: 'wide' },
  ),
  scene('explore-leftOut', async (stage) => {
    await stage.page.goto('/superset/welcome/')
    const id = await idOf(stage.page, 'dataset', 'table_name', 'shop_orders')
    const metric = { expressionType: 'SIMPLE', column: { column_name: 'amount' }, aggregate: 'SUM', label: 'Sum' }
    const form = {
      viz_type: 'echarts_timeseries_line',
      x_axis: 'day',
      time_grain_sqla: 'P1D',
      groupby: ['region', 'product'],
      metrics: [metric],
      row_limit: 50,
    }
    await stage.go(await unsavedChart(stage.page, id, form))
    await stage.page.getByRole('button', { name: /^50 of / }).click()
    await stage.page.getByRole('dialog', { name: 'Not everything is drawn' }).waitFor()
    await handled(stage.page)
  }),
  scene('explore-missing', ({ go }) => go('/explore/')),
  scene('explore-missingDataset', ({ go }) => go('/explore/?datasource_id=999999&datasource_type=table'), {
    expects: [/404/],
  }),
  scene(
    'explore-loading',
    async (stage) => {
      const path = await savedChart(stage, 'Revenue per month')
      await hang(stage.page, '**/api/v1/explore/**')
      await stage.page.goto(path)
      await stage.page.getByRole('main').locator('[aria-busy="true"]').first().waitFor()
      await handled(stage.page)
    },
    { only: 'wide' },
  ),
  scene(
    'explore-chartRunning',
    async (stage) => {
      const path = await savedChart(stage, 'Revenue per month')
      await hang(stage.page, '**/api/v1/explore/data')
      await stage.page.goto(path)
      await stage.page.getByRole('region', { name: 'Chart', exact: true }).waitFor()
      await stage.page.waitForTimeout(1500)
    },
    { only: 'wide' },
  ),
  scene(
    'explore-chartFailed',
    async (stage) => {
      const path = await savedChart(stage, 'Revenue per month')
      await fail(stage.page, '**/api/v1/explore/data', 400, 'Error: Binder Error: Column "revenu" does not exist')
      await stage.go(path)
    },
    { only: 'wide', expects: [/400/] },
  ),
  scene(
    'explore-dataPanel',
    async (stage) => {
      await stage.go(await savedChart(stage, 'Revenue per month'))
      await stage.page.getByRole('tab', { name: 'Results' }).click()
      await stage.page.getByRole('region', { name: 'Rows' }).waitFor()
      await stage.rest()
    },
    { only: 'wide' },
  ),
  scene(
    'explore-filterEditor',
    async (stage) => {
      await stage.go(await explorePath(stage))
      await control(stage.page, 'adhoc_filters')
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      await stage.page.getByRole('dialog', { name: 'Filter' }).waitFor()
      await stage.rest()
    },
    { only: 'wide' },
  ),
  scene(
    'explore-gallery',
    async (stage) => {
      await stage.go(await explorePath(stage))
      await stage.page.getByRole('button', { name: 'View all charts' }).click()
      await stage.page.getByRole('dialog').waitFor()
      await handled(stage.page)
    },
    { only: 'wide' },
  ),
  scene(
    'explore-save',
    async (stage) => {
      await stage.go(await explorePath(stage))
      await stage.page.keyboard.press('Control+s')
      await stage.page.getByLabel('Chart name').waitFor()
      await handled(stage.page)
    },
    { only: 'wide' },
  ),
  scene('explore-draft', async (stage) => {
    const { page } = stage
    const path = await savedChart(stage, 'Orders by region')
    await stage.go(path)
    await page.getByRole('combobox', { name: 'Row limit', exact: true }).click()
    await page.getByRole('combobox', { name: 'Search Row limit' }).fill('25')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Altered' }).waitFor()
    await stage.go('/chart/list/')
    // as in a new tab
    await page.evaluate(() => sessionStorage.clear())
    await stage.go(path)
    await page.getByRole('button', { name: /^Draft from/ }).click()
    await page.getByRole('dialog', { name: 'Unsaved draft' }).waitFor()
    await handled(page)
  }),
  scene('explore-embed', async (stage) => {
    await stage.go(await savedChart(stage, 'Orders by region'))
    await stage.page.getByRole('button', { name: 'More actions' }).click()
    await stage.page.getByRole('menuitem', { name: 'Share' }).click()
    await stage.page.getByRole('menuitem', { name: 'Embed code' }).click()
    await stage.page.getByText('<iframe').or(stage.page.getByLabel('Code')).first().waitFor()
    await handled(stage.page)
  }),
  scene(
    'explore-menu',
    async (stage) => {
      await stage.go(await savedChart(stage, 'Revenue per month'))
      await stage.page.getByRole('button', { name: 'More actions' }).click()
      await stage.page.getByRole('menuitem').first().waitFor()
      await handled(stage.page)
    },
    { only: 'wide' },
  ),
  scene(
    'explore-properties',
    async (stage) => {
      await stage.go(await savedChart(stage, 'Revenue per month'))
      await stage.page.getByRole('button', { name: 'More actions' }).click()
      await stage.page.getByRole('menuitem', { name: /properties/i }).click()
      await stage.page.getByRole('dialog').waitFor()
      await handled(stage.page)
    },
    { only: 'wide' },
  ),
]
