/** Reads Vite's manifest: which files a page needs. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ChartType } from '../src/charts/shared/contract.ts'

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
  const chunks = importedBy(manifest, ...sources).flatMap((key) => manifest[key] ?? [])
  return [...new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))].toSorted()
}

/** These sources and what they import statically, as keys of the manifest. */
function importedBy(manifest: Manifest, ...sources: string[]): string[] {
  const missing = sources.find((source) => !(source in manifest))
  if (missing !== undefined) throw new Error(`${missing} is not an entry of the build: was it renamed or inlined?`)
  const found = new Set(sources)
  for (const key of found) for (const imported of manifest[key]?.imports ?? []) found.add(imported)
  return [...found]
}

/** Parts of ECharts that a drawing loads when it knows the form data. */
const pictureParts = 'src/charts/shared/echarts/'

/**
 * The files that draw each chart type, by folder. Of the parts that a drawing loads later, those of its kind of picture
 * are among them: the others belong to some charts of the type.
 */
export function drawingFiles(
  manifest: Manifest,
  types: readonly Pick<ChartType, 'folder' | 'picture' | 'drawnWith'>[],
) {
  return types.flatMap(({ folder, picture, drawnWith }): { folder: string; files: string[] }[] => {
    const source = ['drawing.ts', 'View.tsx']
      .map((name) => `src/charts/${folder}/${name}`)
      .find((key) => key in manifest)
    if (source === undefined) return []
    const names = drawnWith === 'echarts' ? ['cartesian', 'polar', picture, folder.toLowerCase()] : []
    const own = names.map((name) => `${pictureParts}${name}.ts`)
    const parts = importedBy(manifest, source).flatMap((key) => manifest[key]?.dynamicImports ?? [])
    return [{ folder, files: closure(manifest, [source, ...own.filter((key) => parts.includes(key))]) }]
  })
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
