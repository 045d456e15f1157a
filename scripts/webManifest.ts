/** Reads Vite's manifest: which files a page needs. */

import { statSync } from 'node:fs'
import { join } from 'node:path'

/** One entry of dist/web/.vite/manifest.json, keyed by source file. */
interface ManifestChunk {
  file: string
  css?: string[]
  /** static imports, as keys of the manifest */
  imports?: string[]
  dynamicImports?: string[]
}

export type Manifest = Record<string, ManifestChunk>

export const outDir = 'dist/web'
export const entry = 'src/web/main.tsx'

/** The lazy screens, by kind of page. A page preloads them with the entry. */
export const pageEntries: Record<string, string[]> = {
  login: ['src/web/screens/signIn/SignInScreen.tsx'],
  home: ['src/web/screens/home/HomeScreen.tsx'],
  // with the code that draws a line chart, because nearly every dashboard needs part of it
  dashboard: [
    'src/web/screens/dashboard/DashboardScreen.tsx',
    'src/web/chart/EChartsView.tsx',
    'src/charts/line/drawing.ts',
    'src/charts/shared/echarts/cartesian.ts',
    'src/charts/shared/echarts/line.ts',
  ],
  explore: ['src/web/screens/explore/ExploreScreen.tsx'],
  list: [
    'src/web/screens/dashboardList/DashboardListScreen.tsx',
    'src/web/screens/chartList/ChartListScreen.tsx',
    'src/web/screens/datasetList/DatasetListScreen.tsx',
  ],
}

/** The files (scripts and styles) that are loaded before these sources run: their static imports, transitively. */
export function closure(manifest: Manifest, sources: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  for (const source of sources) {
    if (!(source in manifest)) throw new Error(`${source} is not an entry of the build: was it renamed or inlined?`)
  }
  const queue = [...sources]
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const chunk = manifest[key]
    if (seen.has(key) || !chunk) continue
    seen.add(key)
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    queue.push(...(chunk.imports ?? []))
  }
  return [...files].toSorted()
}

/** The size of a file of the build as it is sent: small files have no compressed copy. */
export function sentBytes(dist: string, file: string): number {
  return statSync(join(dist, `${file}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(dist, file)).size
}

/** Chunks that import each other statically, as `a -> b -> a`: one of them would run before its dependency. */
export function chunkCircles(manifest: Manifest): string[] {
  const circles: string[] = []
  const isDone = new Set<string>()
  const follow = (key: string, way: string[]): void => {
    const at = way.indexOf(key)
    if (at >= 0) circles.push([...way.slice(at), key].join(' -> '))
    if (at >= 0 || isDone.has(key)) return
    for (const next of manifest[key]?.imports ?? []) follow(next, [...way, key])
    isDone.add(key)
  }
  for (const key of Object.keys(manifest)) follow(key, [])
  return circles
}
