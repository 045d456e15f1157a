/**
 * The code that each chart type adds to a dashboard, as sent (Brotli): its drawing with everything that it imports.
 * Not counted: what a dashboard with a line chart loads anyway, ECharts itself, the HTML sanitizer that several types
 * share, and the map engine and MapLibre, which have their own limits. Reads the last build. Exit code 1 if something
 * is above its limit.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { closure, entry, type Manifest, outDir, pageEntries, sentBytes } from './webManifest.ts'

const limitBytes = 25_000
/** Higher limits: two maps contain the boundaries of countries, and one can contain the layers of ten other types. */
const limitsOfMaps: Record<string, number> = { worldMap: 60_000, countryMap: 60_000, deckMulti: 35_000 }
/** The engine that draws maps with WebGL: all maps of a page load it once. */
const mapEngine = 'src/charts/shared/maps/deck/startMap.ts'
const mapEngineBytes = 300_000
/** MapLibre and its worker: loaded where an administrator has configured a map style. */
const baseMap = ['src/charts/shared/maps/deck/styledBase.ts', 'node_modules/maplibre-gl/dist/maplibre-gl-csp-worker.js']
const baseMapBytes = 370_000

const root = resolve(import.meta.dirname, '..')
const dist = join(root, outDir)
const read = <T>(name: string) => JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8')) as T
const manifest = read<Manifest>('manifest.json')
const contents = read<Record<string, string[]>>('contents.json')

const loaded = new Set(closure(manifest, [entry, ...(pageEntries['dashboard'] ?? [])]))
const shared = (source: string) => closure(manifest, [source]).filter((file) => !loaded.has(file))
const sanitizer = shared('src/web/ui/SafeHtml.tsx')
const engine = shared(mapEngine)
const isECharts = (file: string) => (contents[file] ?? []).some((name) => name === 'echarts' || name === 'zrender')

/** A country map loads the boundaries of one country. Of these files, only the largest is counted. */
function oneCountry(keys: readonly string[]): string[] {
  const [boundaries, others] = [true, false].map((is) => keys.filter((key) => key.includes('/boundaries/') === is))
  const bytes = (key: string) => sentBytes(dist, manifest[key]!.file)
  const [largest] = boundaries!.toSorted((one, other) => bytes(other) - bytes(one))
  return [...others!, ...(largest === undefined ? [] : [largest])]
}

/** The scripts of a type: its drawing or component, and what that loads when it runs. */
function scriptsOf(folder: string): string[] {
  const [drawing, view] = [`src/charts/${folder}/drawing.ts`, `src/charts/${folder}/View.tsx`]
  const start = [drawing, view].filter((key) => key in manifest)
  const sources = start.flatMap((key) => [key, ...oneCountry(manifest[key]?.dynamicImports ?? [])])
  // the engine is left out only for types that load it: the world map of ECharts shares boundaries with it, but does
  // not load it
  const others = new Set([...loaded, ...sanitizer, ...(view in manifest ? engine : [])])
  const isOwn = (file: string) => !others.has(file) && !isECharts(file)
  return closure(manifest, sources).filter((file) => file.endsWith('.js') && isOwn(file))
}

const bytesOf = (files: readonly string[]) => files.reduce((sum, file) => sum + sentBytes(dist, file), 0)
const line = (bytes: number, name: string) => `${(bytes / 1000).toFixed(1).padStart(8)} KB  ${name}\n`

const types = readdirSync(join(root, 'src/charts'), { withFileTypes: true })
  .filter((each) => each.isDirectory() && !['shared', 'testing', '__snapshots__'].includes(each.name))
  .map(({ name }) => ({ name, bytes: bytesOf(scriptsOf(name)) }))
  .toSorted((one, other) => other.bytes - one.bytes)

for (const { name, bytes } of types) process.stdout.write(line(bytes, name))
const scripts = (files: readonly string[]) => files.filter((file) => file.endsWith('.js'))
const engineBytes = bytesOf(scripts(engine))
process.stdout.write(line(bytesOf(scripts(sanitizer)), '(sanitizer of HTML)'))
process.stdout.write(line(engineBytes, `(engine of maps with WebGL, limit ${mapEngineBytes / 1000} KB)`))
const mapLibreBytes = bytesOf(scripts(closure(manifest, baseMap)).filter((file) => !loaded.has(file)))
process.stdout.write(line(mapLibreBytes, `(MapLibre with its worker, limit ${baseMapBytes / 1000} KB)`))
const over = types.filter(({ name, bytes }) => bytes > (limitsOfMaps[name] ?? limitBytes))
process.stdout.write(
  `${over.length} of ${types.length} types are over ${limitBytes / 1000} KB (maps with boundaries: 60 KB)\n`,
)
process.exit(over.length > 0 || engineBytes > mapEngineBytes || mapLibreBytes > baseMapBytes ? 1 : 0)
