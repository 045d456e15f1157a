import { callApi } from '../harness/callApi.ts'
import { handled } from '../harness/handled.ts'
import { emptyList, fail, type Scene, type Stage, scene } from './scene.ts'

const person = { id: 1, first_name: 'Ada', last_name: 'Lovelace' }
const changed = { changed_by: person, created_by: person, changed_on_delta_humanized: '2 days ago' }

const templatesPath = '/csstemplatemodelview/list/'
const templatesApi = '**/api/v1/css_template/?q=*'
const templates = [
  { template_name: 'Flat', css: '.dashboard {\n  background: white;\n}' },
  { template_name: 'Wide titles for the dashboards of the board of directors', css: '.header { font-size: 32px }' },
  { template_name: 'Night', css: '.chart { background: #101418; color: #dde }' },
].map((template, at) => ({ id: at + 1, created_on: '2024-03-01T10:00:00', ...template, ...changed }))

const tagsPath = '/superset/tags/'
const tagsApi = '**/api/v1/tag/?q=*'
const tags = ['finance', 'north sea', 'weekly review of the operations in every region'].map((name, at) => ({
  id: at + 1,
  name,
  type: 1,
  description: ['Reports for the board', null, 'Opened in the meeting on Mondays'][at],
  ...changed,
}))
const objects = ['dashboard', 'chart', 'chart', 'query'].map((type, at) => ({
  id: at + 1,
  type,
  name: ['Flights', 'Flights per month', 'Delays by airline and by month of the year', 'Busiest airports'][at],
  url: `/superset/dashboard/${at + 1}/`,
  changed_on: Date.UTC(2024, 1, at + 1),
  created_by: 1,
  creator: 'Ada Lovelace',
}))

const plugins = [
  { name: 'Dial', key: 'dial', bundle_url: '/plugins/dial.js' },
  { name: 'Seats of a parliament, as a half circle', key: 'parliament', bundle_url: '/plugins/parliament.min.js' },
].map((plugin, at) => ({ id: at + 1, ...plugin, ...changed }))

/** The page of plugins, whose flag is off by default. */
async function openPlugins({ page, go }: Stage, rows: object[]): Promise<void> {
  const setFlag = (isOn: boolean | null) =>
    callApi(page, 'PUT', '/api/v1/security/feature_flags/', { flags: { DYNAMIC_PLUGINS: isOn } })
  await page.route('**/api/v1/plugin/?q=*', (route) => route.fulfill(listed(rows)))
  await go('/feature_flags/')
  await setFlag(true)
  await go('/dynamic-plugins/list/')
  await setFlag(null)
}

const ownMaps = [
  { name: 'Sales districts of the north', key: 'sales_districts', regions: 42, code_property: 'nr', file: null },
  { name: 'floors', key: 'floors', regions: 118, code_property: 'room', file: 'floors.plan.geojson' },
].map((map, at) => ({ id: at + 1, ...map, name_property: 'name', is_plan: at === 1, notes: '', ...changed }))

async function openMaps({ page, go }: Stage, rows: object[], faults: object[] = []): Promise<void> {
  await page.route('**/api/v1/map_boundaries/?q=*', (route) => route.fulfill(listed(rows)))
  await page.route('**/api/v1/map_boundaries/choices', (route) => route.fulfill({ json: { result: [], faults } }))
  await go('/mapboundaries/list/')
}

const listed = (rows: object[]) => ({ json: { count: rows.length, ids: [], result: rows } })
const fill = async ({ page }: Stage) => {
  await page.route(templatesApi, (route) => route.fulfill(listed(templates)))
  await page.route(tagsApi, (route) => route.fulfill(listed(tags.slice(0, 3))))
  await page.route('**/api/v1/tag/get_objects/*', (route) => route.fulfill({ json: { result: objects } }))
}

const embeddedApi = '**/api/v1/dashboard/*/embedded'
const openEmbed = async ({ go, page }: Stage) => {
  await go('/superset/dashboard/shop/')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Embed dashboard' }).click()
  await page.getByRole('dialog', { name: 'Embed' }).waitFor()
}
const embedded = (uuid: string, allowed_domains: string[]) => ({
  json: { result: { uuid, allowed_domains, dashboard_id: '1', changed_on: '2024-03-01T10:00:00', changed_by: person } },
})

/** The lists of the group Manage, the page of a tag, and the feature flags. */
export const manageScenes: Scene[] = [
  scene('templates-full', async (stage) => {
    await fill(stage)
    await stage.go(templatesPath)
  }),
  scene('templates-empty', async ({ go, page }) => {
    await emptyList(page, templatesApi)
    await go(templatesPath)
  }),
  scene(
    'templates-error',
    async ({ go, page }) => {
      await fail(page, templatesApi)
      await go(templatesPath)
    },
    { expects: [/500/] },
  ),
  scene('plugins-full', (stage) => openPlugins(stage, plugins)),
  scene('plugins-empty', (stage) => openPlugins(stage, [])),
  scene('plugins-add', async (stage) => {
    await openPlugins(stage, [])
    await stage.page.getByRole('button', { name: 'Plugin', exact: true }).first().click()
    await stage.page.getByRole('textbox', { name: 'Bundle URL' }).waitFor()
    await handled(stage.page)
  }),
  scene('boundaries-full', async (stage) => {
    const message = 'The file could not be read: feature 12 has coordinates that cannot be read.'
    await openMaps(stage, ownMaps, [{ file: 'broken.geojson', message }])
    await stage.page.getByText('maps/broken.geojson').waitFor()
    await stage.page.getByRole('button', { name: 'floors', exact: true }).waitFor()
  }),
  scene('boundaries-empty', (stage) => openMaps(stage, [])),
  scene('boundaries-add', async (stage) => {
    await openMaps(stage, [])
    await stage.page.getByRole('button', { name: 'Map', exact: true }).first().click()
    await stage.page.getByRole('textbox', { name: 'Property with codes' }).waitFor()
    await handled(stage.page)
  }),
  scene('templates-edit', async (stage) => {
    await fill(stage)
    await stage.go(templatesPath)
    await stage.page.getByRole('button', { name: 'Flat', exact: true }).click()
    await stage.page.locator('.cm-editor').waitFor()
    await handled(stage.page)
  }),
  scene('tags-full', async (stage) => {
    await fill(stage)
    await stage.go(tagsPath)
  }),
  scene('tags-empty', async ({ go, page }) => {
    await emptyList(page, tagsApi)
    await go(tagsPath)
  }),
  scene('tags-add', async (stage) => {
    await fill(stage)
    await stage.go(tagsPath)
    await stage.page.getByRole('button', { name: 'Tag', exact: true }).click()
    await stage.page.getByRole('textbox', { name: 'Tag name' }).fill('summer')
    await handled(stage.page)
  }),
  scene('tags-objects', async (stage) => {
    await fill(stage)
    await stage.go('/superset/all_entities/?id=1')
  }),
  scene('tags-noObjects', async (stage) => {
    await fill(stage)
    await stage.page.route('**/api/v1/tag/get_objects/*', (route) => route.fulfill({ json: { result: [] } }))
    await stage.go('/superset/all_entities/?id=1')
  }),
  scene('tags-missing', async ({ go, page }) => {
    await emptyList(page, tagsApi)
    await go('/superset/all_entities/?id=1')
  }),
  scene(
    'tags-bulk',
    async ({ go, page }) => {
      await go('/chart/list/')
      await page.getByRole('button', { name: 'Bulk select' }).click()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: 'Add Tag' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'Tags' }).click()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene(
    'embed-off',
    async (stage) => {
      await stage.page.route(embeddedApi, (route) => route.fulfill({ status: 404, json: {} }))
      await openEmbed(stage)
      await stage.page.getByRole('button', { name: 'Enable embedding' }).waitFor()
      await handled(stage.page)
    },
    { expects: [/404/] },
  ),
  scene('embed-on', async (stage) => {
    const sites = ['https://shop.example.org', 'https://*.intranet.example.org']
    await stage.page.route(embeddedApi, (route) =>
      route.fulfill(embedded('5f8d3b52-8f0b-4d52-9c1e-2f0a8e1d4c77', sites)),
    )
    await openEmbed(stage)
    await stage.page.getByRole('textbox', { name: 'Id' }).waitFor()
    await handled(stage.page)
  }),
  scene('embed-sure', async (stage) => {
    await stage.page.route(embeddedApi, (route) => route.fulfill(embedded('5f8d3b52-8f0b-4d52-9c1e-2f0a8e1d4c77', [])))
    await openEmbed(stage)
    await stage.page.getByRole('button', { name: 'Deactivate' }).click()
    await stage.page.getByRole('dialog', { name: 'Disable embedding?' }).waitFor()
    await handled(stage.page)
  }),
  scene(
    'embed-error',
    async (stage) => {
      await fail(stage.page, embeddedApi)
      await openEmbed(stage)
      await handled(stage.page)
    },
    { expects: [/500/] },
  ),
  scene(
    'embed-refused',
    async (stage) => {
      const { page } = stage
      await page.route(embeddedApi, (route) =>
        route.request().method() === 'GET' ? route.fulfill({ status: 404, json: {} }) : route.continue(),
      )
      await openEmbed(stage)
      await page.getByRole('textbox', { name: /Allowed Domains/ }).fill('not a site')
      await page.getByRole('button', { name: 'Enable embedding' }).click()
      await page.getByText('Enter addresses of sites, such as https://host.example.').waitFor()
      await handled(page)
    },
    { expects: [/40[04]/] },
  ),
  scene('flags-full', ({ go }) => go('/feature_flags/')),
  scene(
    'flags-error',
    async ({ go, page }) => {
      await fail(page, '**/api/v1/security/feature_flags/')
      await go('/feature_flags/')
    },
    { expects: [/500/] },
  ),
]
