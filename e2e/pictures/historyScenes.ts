import { type Scene, type Stage, scene } from './scene.ts'

const ada = { id: 1, first_name: 'Ada', last_name: 'Lovelace' }
const versions = [
  { version: 9, saved_on: '2024-03-02T10:00:00', saved_by: ada, is_current: true },
  { version: 8, saved_on: '2024-03-01T16:20:00', saved_by: ada, is_current: false },
  { version: 5, saved_on: '2024-02-11T09:00:00', saved_by: null, is_current: false },
]
const part = (kind: string, name: string, before: string | null, after: string | null, is_moved = false) => ({
  kind,
  name,
  before,
  after,
  is_moved,
})
const parts = [
  part('field', 'dashboard_title', 'Shop', 'Shop, all regions'),
  part('setting', 'refresh_frequency', '0', '300'),
  part('filter', 'Region', null, 'name: Region\nfilterType: filter_select\ntargets: column: name: region'),
  part('component', 'Orders by region', 'type: chart\nwidth: 4', 'type: chart\nwidth: 6', true),
  part('component', 'A note about the year before', 'type: markdown', null),
]

async function openHistory({ page, go, rest }: Stage): Promise<void> {
  await page.route('**/api/v1/dashboard/*/versions/', (route) =>
    route.fulfill({ json: { count: versions.length, result: versions } }),
  )
  await page.route('**/api/v1/dashboard/*/versions/*/changes*', (route) => route.fulfill({ json: { result: parts } }))
  await go('/superset/dashboard/shop/')
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page.getByRole('list', { name: 'Changes' }).waitFor()
  await rest()
}

/** The history of an object, and the trash of a list. */
export const historyScenes: Scene[] = [
  scene('history-current', openHistory),
  scene('history-older', async (stage) => {
    await openHistory(stage)
    await stage.page.getByRole('button', { name: /Unknown user/ }).click()
    await stage.rest()
  }),
  scene('trash-full', async ({ page, go, rest }) => {
    const deleted = ['Orders by region', 'A chart with a long name that does not fit into one line of the trash'].map(
      (title, id) => ({
        kind: 'Chart',
        id,
        title,
        deleted_on: '2024-03-01T10:00:00',
        deleted_by: id === 0 ? ada : null,
      }),
    )
    await page.route('**/api/v1/trash/', (route) => route.fulfill({ json: { count: 2, result: deleted } }))
    await go('/chart/list/')
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    await page.getByRole('list', { name: 'Deleted' }).waitFor()
    await rest()
  }),
]
