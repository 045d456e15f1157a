import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** A chart of one of the shared bundles, as it was saved. */
export interface BundleChart {
  bundle: string
  /** the chart's file in its bundle */
  path: string
  slice_name: string
  viz_type: string
  params: Record<string, unknown>
}

const folder = join(import.meta.dirname, '../../../../shared/examples/bundles')

/** Tests on bundles are skipped if the folder is missing; in CI that is a failure. */
export const hasBundles = existsSync(folder) || process.env.CI === 'true'

export function readBundleCharts(): BundleChart[] {
  if (!hasBundles) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/]+\/charts\/.+\.yaml$/.test(path))
    .map((path) => {
      const chart = parse(readFileSync(join(folder, path), 'utf8')) as Omit<BundleChart, 'bundle' | 'path'>
      const [bundle = ''] = path.split('/', 1)
      return { ...chart, bundle, path: path.slice(bundle.length + 1) }
    })
}
