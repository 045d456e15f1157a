import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, stringify } from 'yaml'

const folder = resolve(import.meta.dirname, '../fixtures/shop')
const DASHBOARD = 'dashboards/Shop.yaml'

interface Dashboard {
  metadata: { native_filter_configuration: { id: string; filterType?: string }[] }
}

/** The shop's bundle with a second dashboard, `shop-filters`, which has a filter of every type. */
export function filterDashboard(): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'))
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
  // the fixture has this shape
  const shop = parse(files[DASHBOARD] ?? '') as Dashboard
  const [region] = shop.metadata.native_filter_configuration
  const more = [
    { id: 'NATIVE_FILTER-grain', name: 'Grain', filterType: 'filter_timegrain' },
    { id: 'NATIVE_FILTER-column', name: 'Column of time', filterType: 'filter_timecolumn' },
  ].map((filter) => ({ ...region, ...filter, scope: { rootPath: ['TAB-time'], excluded: [] } }))
  const second = {
    ...shop,
    dashboard_title: 'Shop with all filters',
    slug: 'shop-filters',
    uuid: '7b1d3c52-0d7e-4b53-9a55-3f0c1e6a7199',
    metadata: {
      ...shop.metadata,
      native_filter_configuration: [...shop.metadata.native_filter_configuration, ...more],
    },
  }
  return { ...files, 'dashboards/All.yaml': stringify(second) }
}
