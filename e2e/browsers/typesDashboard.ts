import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, stringify } from 'yaml'

const folder = resolve(import.meta.dirname, '../../examples')
const PER_ROW = 4

/** The parts of a chart file that are read here. */
interface ChartFile {
  viz_type: string
  uuid: string
  slice_name: string
}

/** A bundle with one example chart of each type on a dashboard `every-type`; also their types. */
export function typesDashboard(): { files: Record<string, string>; types: string[] } {
  const bundles = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const files: Record<string, string> = {}
  const charts = new Map<string, ChartFile>()
  for (const { name } of bundles) {
    const paths = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
    for (const path of paths.filter((each) => /^(charts|databases|datasets|metadata).*\.yaml$/.test(each))) {
      const text = readFileSync(join(folder, name, path), 'utf8')
      if (path.startsWith('charts')) {
        // charts of the examples have this shape
        const chart = parse(text) as ChartFile
        if (charts.has(chart.viz_type)) continue
        charts.set(chart.viz_type, chart)
      }
      files[path.startsWith('charts') ? `charts/${name}_${path.slice('charts/'.length)}` : path] = text
    }
  }
  files['dashboards/Every_type.yaml'] = stringify({
    dashboard_title: 'Every type',
    slug: 'every-type',
    uuid: '7b1d3c52-0d7e-4b53-9a55-3f0c1e6a7299',
    position: positionOf([...charts.values()]),
    metadata: {},
    version: '1.0.0',
  })
  return { files, types: [...charts.keys()] }
}

/** The layout: rows of small tiles. */
function positionOf(charts: ChartFile[]): Record<string, unknown> {
  const rows = Array.from({ length: Math.ceil(charts.length / PER_ROW) }, (_, index) => `ROW-${index}`)
  const part = (id: string, type: string, parents: string[], children: string[], meta: object = {}) => ({
    [id]: { id, type, parents, children, meta },
  })
  const above = ['ROOT_ID', 'GRID_ID']
  const idOf = (index: number) => `CHART-${index}`
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ...part('ROOT_ID', 'ROOT', [], ['GRID_ID']),
    ...part('GRID_ID', 'GRID', ['ROOT_ID'], rows),
    ...Object.assign(
      {},
      ...rows.map((id, row) => {
        const inRow = charts.slice(row * PER_ROW, (row + 1) * PER_ROW).map((_, index) => idOf(row * PER_ROW + index))
        return part(id, 'ROW', above, inRow, { background: 'BACKGROUND_TRANSPARENT' })
      }),
    ),
    ...Object.assign(
      {},
      ...charts.map(({ uuid, slice_name: sliceName }, index) =>
        part(idOf(index), 'CHART', [...above, rows[Math.floor(index / PER_ROW)] ?? ''], [], {
          chartId: 5000 + index,
          uuid,
          sliceName,
          width: 3,
          height: 40,
        }),
      ),
    ),
  }
}
