import type { Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'

/** The text that the search screen searches for. */
export const searchedWord = 'flights'

/** A screen to read in another language. */
export interface Screen {
  name: string
  path: string
  /** buttons that are pressed one after another, as CSS selectors: the dialog or menu is read as well */
  opens?: readonly string[]
  /** the button that shows the first of them in a narrow window */
  opensNarrow?: string
  /** the screen as visitors see it before they sign in */
  isSignedOut?: boolean
}

/** By chart type: the id of its first chart, which is one of the examples even if other charts were created since. */
async function firstCharts(page: Page, types: readonly string[]): Promise<(type: string) => number> {
  const ids = new Map<string, number>()
  for (const type of types) {
    const filter = `(filters:!((col:viz_type,opr:eq,value:${type})),columns:!(id),page_size:100)`
    const found = await callApi<{ ids: number[] }>(page, 'GET', `/api/v1/chart/?q=${filter}`)
    ids.set(type, Math.min(...found.ids))
  }
  return (type) => ids.get(type) ?? 0
}

/** All screens of a product with its examples. */
export async function allScreens(page: Page): Promise<Screen[]> {
  const chartOf = await firstCharts(page, ['echarts_timeseries_line', 'table', 'pivot_table_v2', 'big_number'])
  const dataset = Math.min(...(await callApi<{ ids: number[] }>(page, 'GET', '/api/v1/dataset/')).ids)
  return [
    { name: 'sign-in', path: '/login/', isSignedOut: true },
    { name: 'home', path: '/superset/welcome/' },
    { name: 'home, new', path: '/superset/welcome/', opens: ['main button[aria-haspopup=menu]'] },
    { name: 'dashboards', path: '/dashboard/list/' },
    { name: 'dashboard', path: '/superset/dashboard/us-flights/' },
    {
      name: 'dashboard, menu',
      path: '/superset/dashboard/us-flights/',
      opens: ['header button[aria-haspopup=menu]:last-of-type'],
    },
    { name: 'dashboard, edited', path: '/superset/dashboard/us-flights/?edit=true' },
    { name: 'charts', path: '/chart/list/' },
    { name: 'new chart', path: '/chart/add' },
    { name: 'line chart', path: `/explore/?slice_id=${chartOf('echarts_timeseries_line')}` },
    ...['last', 'previous', 'custom', 'advanced'].map((kind, at) => ({
      name: `time range, ${kind}`,
      path: `/explore/?slice_id=${chartOf('echarts_timeseries_line')}`,
      opens: [
        '[data-control=adhoc_filters] > div > button[aria-haspopup=dialog]',
        '[data-editor] button:has(.lucide-calendar)',
        `[role=dialog] [role=radiogroup] label:nth-child(${at + 1})`,
      ],
      opensNarrow: 'button:has(.lucide-panel-left)',
    })),
    { name: 'table', path: `/explore/?slice_id=${chartOf('table')}` },
    { name: 'pivot table', path: `/explore/?slice_id=${chartOf('pivot_table_v2')}` },
    { name: 'big number', path: `/explore/?slice_id=${chartOf('big_number')}` },
    { name: 'datasets', path: '/tablemodelview/list/' },
    { name: 'new dataset', path: '/dataset/add/' },
    { name: 'dataset', path: `/dataset/${dataset}` },
    { name: 'databases', path: '/databaseview/list/' },
    { name: 'SQL Lab', path: '/superset/sqllab/' },
    { name: 'query history', path: '/sqllab/history/' },
    { name: 'saved queries', path: '/savedqueryview/list/' },
    { name: 'annotation layers', path: '/annotationlayer/list/' },
    { name: 'CSS templates', path: '/csstemplatemodelview/list/' },
    { name: 'row rules', path: '/rowlevelsecurity/list/' },
    { name: 'new row rule', path: '/rowlevelsecurityfiltersmodelview/add' },
    { name: 'map boundaries', path: '/mapboundaries/list/' },
    { name: 'tags', path: '/superset/tags/' },
    { name: 'search', path: `/search/?text=${searchedWord}` },
    { name: 'users', path: '/users/list/' },
    { name: 'roles', path: '/roles/list/' },
    { name: 'log', path: '/logmodelview/list/' },
    { name: 'jobs', path: '/jobs/list/' },
    { name: 'schedules of jobs', path: '/jobs/schedules/' },
    { name: 'feature flags', path: '/feature_flags/' },
    { name: 'account', path: '/userinfoeditview/form' },
    { name: 'profile', path: '/superset/profile/' },
    { name: 'alerts', path: '/alert/list/' },
    { name: 'new alert', path: '/alert/list/', opens: ['main button:has(.lucide-plus)'] },
    { name: 'reports', path: '/report/list/' },
    { name: 'not found', path: '/dashboards-of-yesterday/' },
  ]
}
