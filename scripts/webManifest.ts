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

/** The source of a type's drawing, by its folder. */
const drawingSource = /^src\/charts\/(\w+)\/(drawing\.ts|View\.tsx)$/
/** Parts of ECharts that a drawing loads when it knows the form data. */
const pictureParts = 'src/charts/shared/echarts/'
/** The axes of every plot, and the pictures whose type has another name. */
const partNames: Record<string, string[]> = {
  smoothLine: ['line'],
  steppedLine: ['line'],
  area: ['line'],
  timeseries: ['line'],
  histogram: ['bar'],
  waterfall: ['bar'],
  bubble: ['scatter'],
}

/** The files that draw each chart type, by folder. Parts that only some charts of a type need are not among them. */
export function drawingFiles(manifest: Manifest): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const source of Object.keys(manifest)) {
    const folder = drawingSource.exec(source)?.[1]
    if (folder === undefined) continue
    const names = ['cartesian', 'polar', folder, ...(partNames[folder] ?? [])]
    const always = new Set(names.map((name) => `${pictureParts}${name}.ts`))
    const parts = importedBy(manifest, source).flatMap((key) => manifest[key]?.dynamicImports ?? [])
    found.set(folder, closure(manifest, [source, ...new Set(parts.filter((key) => always.has(key)))]))
  }
  return found
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
