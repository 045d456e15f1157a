/**
 * The byte budget of the viewing path: the scripts that the dashboard route with a line chart loads, as sent (Brotli
 * 11), and the parts of the texts of each language. Reads the last build (`node scripts/buildWeb.ts`). Exit code 1
 * above a limit, if a package that belongs to editing is included, or if chunks import each other in a cycle.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chunkCircles, closure, entry, type Manifest, outDir, pageEntries, sentBytes } from './webManifest.ts'

const limitBytes = 350_000
/** Limit for one part of the texts of a language (`scripts/texts/catalogueParts.ts`). */
const partLimitBytes = 30_000
/** Packages that must not be on the viewing path. */
const forbidden = /^(antd|@ant-design\/|rc-|@rc-component\/|codemirror|@codemirror\/|@deck\.gl\/|maplibre-gl)/

const dist = join(resolve(import.meta.dirname, '..'), outDir)
const read = <T>(name: string) => JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8')) as T
const manifest = read<Manifest>('manifest.json')
const contents = read<Record<string, string[]>>('contents.json')

const scripts = closure(manifest, [entry, ...(pageEntries['dashboard'] ?? [])]).filter((file) => file.endsWith('.js'))

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const sizes = scripts.map((file) => ({ file, bytes: sentBytes(dist, file) })).toSorted((a, b) => b.bytes - a.bytes)
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
for (const { file, bytes } of sizes) process.stdout.write(`${kilobytes(bytes).padStart(10)}  ${file}\n`)
process.stdout.write(
  `${kilobytes(total).padStart(10)}  dashboard route with a line chart, first JavaScript as sent (limit ${kilobytes(limitBytes)})\n`,
)

const offenders = scripts.flatMap((file) =>
  (contents[file] ?? []).filter((name) => forbidden.test(name)).map((name) => `${file} contains ${name}`),
)
for (const offender of offenders) process.stdout.write(`${offender}: not on the viewing path\n`)
const circles = chunkCircles(manifest)
for (const circle of circles)
  process.stdout.write(`${circle}: these chunks import each other in a circle, and no page starts\n`)
if (total > limitBytes) process.stdout.write('over the limit\n')

const catalogues = Object.entries(manifest)
  .filter(([source]) => source.startsWith('src/locales/'))
  .map(([source, { file }]) => ({ source, bytes: sentBytes(dist, file) }))
const largest = Math.max(0, ...catalogues.map(({ bytes }) => bytes))
process.stdout.write(
  `${kilobytes(largest).padStart(10)}  largest part of a catalogue (limit ${kilobytes(partLimitBytes)})\n`,
)
const tooLarge = catalogues.filter(({ bytes }) => bytes > partLimitBytes)
for (const { source, bytes } of tooLarge) process.stdout.write(`${source}: ${kilobytes(bytes)} is over the limit\n`)
process.exit(total > limitBytes || offenders.length + circles.length + tooLarge.length > 0 ? 1 : 0)
