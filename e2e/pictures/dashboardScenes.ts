import type { Page } from 'playwright-core'
import { settled, tile } from '../harness/dashboard.ts'
import { handled } from '../harness/handled.ts'
import { change, fail, hang, type Scene, type Stage, scene } from './scene.ts'

const shop = '/superset/dashboard/shop/'
const stream = '**/api/v1/dashboard/*/data'

const troubles = [
  { status: 400, message: 'Binder Error: column "amout" not found', error_type: 'COLUMN_DOES_NOT_EXIST_ERROR' },
  { status: 504, message: 'The query took too long.', error_type: 'BACKEND_TIMEOUT_ERROR' },
  { status: 404, message: 'Not found', error_type: 'FAILED_FETCHING_DATASOURCE_INFO_ERROR' },
  { status: 500, message: 'Unexpected error', error_type: 'GENERIC_BACKEND_ERROR' },
]

/** Every chart of the dashboard fails with a different error. */
const chartsFail = (page: Page) =>
  page.route(stream, async (route) => {
    const { queries } = route.request().postDataJSON() as { queries: { chartId: number }[] }
    const lines = queries.map(({ chartId }, at) => ({ chartId, error: troubles[at % troubles.length] }))
    const body = [...lines, { done: true }].map((line) => `${JSON.stringify(line)}\n`).join('')
    await route.fulfill({ body, contentType: 'application/x-ndjson' })
  })

/** The value list of a filter; marks of charts are list options too. */
const regions = (page: Page) => page.getByRole('dialog', { name: 'Region', exact: true })

const chartMenu = async ({ page }: Stage, name: string) => {
  await tile(page, name).hover()
  await tile(page, name)
    .getByRole('button', { name: `More about ${name}` })
    .click()
  await page.getByRole('menuitem').first().waitFor()
}

/** Dashboards of the examples. */
const tabbed = ['us-flights', 'bird-strikes', 'weather', 'jobs', 'world']
const plain = ['weather-detail', 'strikes-detail', 'countries-detail', 'maps', 'employment-detail', 'flight-network']

const examples: Scene[] = [
  ...[...tabbed, ...plain].flatMap((slug) => [
    scene(`dashboard-${slug}`, ({ go }) => go(`/superset/dashboard/${slug}/`)),
    scene(
      `dashboard-${slug}-below`,
      async ({ go, page, rest }) => {
        await go(`/superset/dashboard/${slug}/`)
        await page.locator('[data-chart-id]').last().scrollIntoViewIfNeeded()
        await rest()
      },
      { only: 'wide' },
    ),
  ]),
  ...tabbed.map((slug) =>
    scene(`dashboard-${slug}-lastTab`, async ({ go, page, rest }) => {
      await go(`/superset/dashboard/${slug}/`)
      await page.getByRole('tablist').first().getByRole('tab').last().click()
      await rest()
    }),
  ),
]

const viewing: Scene[] = [
  scene('dashboard-text', ({ go }) => go(shop)),
  scene('dashboard-reader', ({ go }) => go('/superset/dashboard/weather/'), { as: 'reader' }),
  scene('dashboard-loading', async ({ page }) => {
    await hang(page, '**/api/v1/dashboard/shop')
    await hang(page, '**/api/v1/dashboard/shop/**')
    await page.goto(shop)
    await page.locator('[data-kind="number"]').first().waitFor()
    await handled(page)
  }),
  scene('dashboard-frame', async ({ page }) => {
    await hang(page, '**/api/v1/dashboard/shop/shown_charts')
    await page.goto(shop)
    await page.getByText('Revenue by product').first().waitFor()
    await handled(page)
  }),
  scene('dashboard-chartsFirstFrame', async ({ page }) => {
    await hang(page, stream)
    await page.goto(shop)
    await page.getByRole('button', { name: 'Stop' }).first().waitFor()
    await handled(page)
  }),
  scene(
    'dashboard-chartsDimmed',
    async ({ page, go }) => {
      await go(shop)
      await hang(page, stream)
      await page.getByRole('button', { name: 'Refresh dashboard' }).first().click()
      await page.getByRole('button', { name: 'Stop' }).first().waitFor()
      await handled(page)
    },
    { only: 'wide', isFleeting: true },
  ),
  scene('dashboard-chartErrors', async ({ page, go }) => {
    await chartsFail(page)
    await go(shop)
  }),
  scene(
    'dashboard-refreshFailed',
    async ({ page, go, rest }) => {
      await go(shop)
      await chartsFail(page)
      await page.getByRole('button', { name: 'Refresh dashboard' }).first().click()
      await rest()
    },
    { only: 'wide' },
  ),
  scene(
    'dashboard-streamFails',
    async ({ page, go }) => {
      await fail(page, stream)
      await go(shop)
    },
    { expects: [/500/] },
  ),
  scene('dashboard-noRows', async ({ page, go }) => {
    await page.route(stream, async (route) => {
      const request = route.request().postDataJSON() as { queries: { extraFormData?: object }[] }
      const never = [{ col: 'region', op: 'IN', val: ['Nowhere'] }]
      for (const query of request.queries) query.extraFormData = { ...query.extraFormData, filters: never }
      await route.continue({ postData: JSON.stringify(request) })
    })
    await go(shop)
  }),
  scene('dashboard-missing', ({ go }) => go('/superset/dashboard/no-such-board/'), { expects: [/404/] }),
  scene(
    'dashboard-failed',
    async ({ page, go }) => {
      await fail(page, '**/api/v1/dashboard/shop')
      await go(shop)
    },
    { expects: [/500/] },
  ),
  scene('dashboard-menu', async ({ page, go }) => {
    await go(shop)
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem').first().waitFor()
    await handled(page)
  }),
  scene('dashboard-autoRefresh', async ({ page, go }) => {
    await go(shop)
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Set auto-refresh interval' }).click()
    await page.getByRole('dialog').waitFor()
    await page.getByRole('dialog').getByRole('combobox').first().click()
    await page.getByRole('option').first().waitFor()
    await handled(page)
  }),
  scene(
    'dashboard-autoRefreshTicking',
    async ({ page, go }) => {
      await go(shop)
      await page.getByRole('button', { name: 'More actions' }).first().click()
      await page.getByRole('menuitem', { name: 'Set auto-refresh interval' }).click()
      await page.getByRole('dialog').getByRole('combobox').first().click()
      await page.getByRole('option', { name: '10 seconds' }).click()
      await page.getByRole('dialog').getByRole('button', { name: /Save/ }).click()
      await page.waitForTimeout(1500)
    },
    { only: 'wide' },
  ),
  scene(
    'dashboard-chartMenu',
    async (stage) => {
      await stage.go(shop)
      await chartMenu(stage, 'Revenue by product')
      await stage.page.getByRole('menuitem', { name: 'Share' }).hover()
      await stage.page.getByRole('menu').nth(1).waitFor()
      await handled(stage.page)
    },
    { only: 'wide' },
  ),
  scene('dashboard-viewQuery', async (stage) => {
    await stage.go(shop)
    await chartMenu(stage, 'Revenue by product')
    await stage.page.getByRole('menuitem', { name: 'View query' }).click()
    await stage.page.getByRole('dialog').getByText('SELECT').first().waitFor()
    await handled(stage.page)
  }),
  scene('dashboard-viewTable', async (stage) => {
    await stage.go(shop)
    await chartMenu(stage, 'Revenue by product')
    await stage.page.getByRole('menuitem', { name: 'View as table' }).click()
    await stage.page.getByRole('dialog').waitFor()
    await stage.rest()
    await handled(stage.page)
  }),
  scene('dashboard-markMenu', async (stage) => {
    await stage.go(shop)
    const marks = tile(stage.page, 'Orders by region').getByRole('listbox', { name: /^Data points of/ })
    await marks.focus()
    await marks.press('Shift+F10')
    await stage.page.getByRole('menuitem', { name: 'Drill to detail by', exact: true }).waitFor()
    await handled(stage.page)
  }),
  scene('dashboard-leftOut', async (stage) => {
    // results that reached a limit of one row
    await stage.page.route('**/api/v1/dashboard/*/data', async (route) => {
      const answer = await route.fetch()
      const lines = (await answer.text()).replaceAll('"columns":[', '"left_out":{"rows":1,"sums":{}},"columns":[')
      await route.fulfill({ response: answer, body: lines })
    })
    await stage.go(shop)
    await stage.page
      .getByRole('button', { name: /^1 of / })
      .first()
      .click()
    await stage.page.getByRole('dialog', { name: 'Not everything is drawn' }).waitFor()
    await handled(stage.page)
  }),
  scene('dashboard-levels', async (stage) => {
    await stage.go(shop)
    const chart = tile(stage.page, 'Orders by region')
    await chart.getByRole('listbox', { name: /^Data points of/ }).press('Shift+F10')
    await stage.page.getByRole('menuitem', { name: 'Drill down to Product' }).press('Enter')
    await chart.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
    await stage.rest()
    await handled(stage.page)
  }),
  scene('dashboard-drillToDetail', async (stage) => {
    await stage.go(shop)
    const marks = tile(stage.page, 'Orders by region').getByRole('listbox', { name: /^Data points of/ })
    await marks.focus()
    await marks.press('Shift+F10')
    await stage.page.getByRole('menuitem', { name: 'Drill to detail by', exact: true }).press('ArrowRight')
    await stage.page
      .getByRole('menuitem', { name: /^Drill to detail by \S/ })
      .first()
      .press('Enter')
    await stage.page.getByRole('dialog').getByRole('cell').first().waitFor()
    await stage.rest()
    await handled(stage.page)
  }),
  scene('dashboard-explain', async (stage) => {
    await stage.go(shop)
    const marks = tile(stage.page, 'Orders by region').getByRole('listbox', { name: /^Data points of/ })
    await marks.focus()
    await marks.press('Shift+F10')
    await stage.page.getByRole('menuitem', { name: 'Compare with ...' }).press('ArrowRight')
    await stage.page.getByRole('menuitem', { name: 'North', exact: true }).press('Enter')
    await stage.page.getByRole('dialog').getByRole('row').first().waitFor()
    await stage.rest()
    await handled(stage.page)
  }),
  scene('dashboard-drillBy', async (stage) => {
    await stage.go(shop)
    const marks = tile(stage.page, 'Orders by region').getByRole('listbox', { name: /^Data points of/ })
    await marks.focus()
    await marks.press('Shift+F10')
    await stage.page.getByRole('menuitem', { name: 'Drill by', exact: true }).press('ArrowRight')
    await stage.page.getByRole('menuitem', { name: 'Product', exact: true }).press('Enter')
    await stage.page.getByRole('dialog').locator('[data-viz-type]').waitFor()
    await stage.rest()
    await handled(stage.page)
  }),
  scene(
    'dashboard-chartFullSize',
    async (stage) => {
      await stage.go(shop)
      await chartMenu(stage, 'Revenue by product')
      await stage.page.getByRole('menuitem', { name: 'Enter fullscreen' }).click()
      await handled(stage.page)
    },
    { only: 'wide' },
  ),
  scene(
    'dashboard-chartTooltip',
    async ({ page, go }) => {
      await go('/superset/dashboard/weather/')
      const plot = page.locator('[data-chart-id] canvas, [data-chart-id] svg[role]').first()
      const box = await plot.boundingBox()
      if (box) await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 4 })
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene('dashboard-filterOptions', async ({ page, go, rest, isPhone }) => {
    await go(shop)
    if (isPhone) await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('combobox', { name: 'Region', exact: true }).first().click()
    await regions(page).getByRole('option', { name: 'West' }).waitFor()
    await rest()
  }),
  scene(
    'dashboard-filterUnapplied',
    async ({ page, go }) => {
      await go(shop)
      await page.getByRole('combobox', { name: 'Region', exact: true }).first().click()
      await regions(page).getByRole('option', { name: 'West' }).click()
      await page.keyboard.press('Escape')
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene(
    'dashboard-filterApplied',
    async ({ page, go, rest }) => {
      await go(shop)
      await page.getByRole('combobox', { name: 'Region', exact: true }).first().click()
      await regions(page).getByRole('option', { name: 'West' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Apply filters' }).click()
      await rest()
      await tile(page, 'Revenue by product').getByRole('button', { name: '1 filter applies' }).click()
      await page.getByText('Applied filters (1)').waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene('dashboard-timeRange', async ({ page, go, rest, isPhone }) => {
    await go(shop)
    if (isPhone) await page.getByRole('button', { name: /^Filters/ }).click()
    await page
      .getByRole('button', { name: /^Time range/ })
      .first()
      .click()
    await page.getByText('Actual time range').waitFor()
    await rest()
  }),
  scene(
    'dashboard-filterSheet',
    async ({ page, go, rest }) => {
      await go(shop)
      await page.getByRole('button', { name: /^Filters/ }).click()
      await page.getByRole('button', { name: 'Apply filters' }).waitFor()
      await rest()
    },
    { only: 'phone' },
  ),
  scene(
    'dashboard-filterSettings',
    async ({ page, go }) => {
      await go(shop)
      await page
        .getByRole('button', { name: /filter bar|settings/i })
        .first()
        .click()
      await page.getByRole('menu').waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene(
    'dashboard-filtersLoading',
    async ({ page }) => {
      await hang(page, '**/api/v1/chart/data*')
      await page.goto(shop)
      await settled(page)
      await page.getByRole('combobox', { name: 'Region', exact: true }).first().click()
      await page.waitForTimeout(700)
    },
    { only: 'wide' },
  ),
  scene(
    'dashboard-filtersFailed',
    async ({ page, go, rest }) => {
      await fail(page, '**/api/v1/chart/data*')
      await go(shop)
      await page.getByText('Cannot load filter').first().waitFor()
      await rest()
    },
    { only: 'wide', expects: [/500/] },
  ),
  scene('dashboard-timeZone', async ({ page, go }) => {
    await change(page, '**/api/v1/dashboard/shop', (text) => {
      const answer = JSON.parse(text) as { result: { json_metadata: string } }
      const metadata = JSON.parse(answer.result.json_metadata) as object
      answer.result.json_metadata = JSON.stringify({ ...metadata, time_zone: 'America/New_York' })
      return JSON.stringify(answer)
    })
    await go(shop)
    await page.getByRole('button', { name: 'Time zone: America/New_York' }).click()
    await page.getByText('Times are shown in America/New_York').waitFor()
  }),
  scene('dashboard-empty', async ({ page, go }) => {
    await change(page, '**/api/v1/dashboard/shop', (text) => {
      const answer = JSON.parse(text) as { result: { position_json: string } }
      answer.result.position_json = JSON.stringify({
        DASHBOARD_VERSION_KEY: 'v2',
        ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
        GRID_ID: { id: 'GRID_ID', type: 'GRID', children: [], parents: ['ROOT_ID'] },
      })
      return JSON.stringify(answer)
    })
    await page.route('**/api/v1/dashboard/shop/shown_charts', (route) => route.fulfill({ json: { result: [] } }))
    await go(shop)
  }),
]

export const dashboardScenes = [...examples, ...viewing]
