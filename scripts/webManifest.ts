/** Reading Vite's manifest: which files a page needs. */

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

/** The screens that load lazily, by kind of page. A page preloads them with the entry. */
export const pageEntries: Record<string, string[]> = {
  login: ['src/web/screens/signIn/SignInScreen.tsx'],
  home: ['src/web/screens/home/HomeScreen.tsx'],
  dashboard: ['src/web/screens/dashboard/DashboardScreen.tsx'],
  list: [
    'src/web/screens/dashboardList/DashboardListScreen.tsx',
    'src/web/screens/chartList/ChartListScreen.tsx',
    'src/web/screens/datasetList/DatasetListScreen.tsx',
  ],
}

/** The files (scripts and styles) that are loaded once these sources run: their static imports, transitively. */
export function closure(manifest: Manifest, sources: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const queue = sources.filter((source) => source in manifest)
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
