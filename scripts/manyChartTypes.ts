/**
 * Proves that a dashboard does not load chart types that are not on it: registers a hundred synthetic types in a copy
 * of the sources, builds it, and compares the first JavaScript of the dashboard route with that of the last build
 * (`node scripts/buildWeb.ts`), both as sent (Brotli 11). Exit code 1 if it grows by 3 KB or more, or if it contains a
 * module of a synthetic type. `node scripts/manyChartTypes.ts 20` registers 20.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'
import { closure, entry, type Manifest, outDir, pageEntries } from './webManifest.ts'

const count = Number(process.argv[2] ?? 100)
const limitBytes = 3000

const root = resolve(import.meta.dirname, '..')
const copy = join(root, 'dist', `manyChartTypes.${process.pid}`)
const charts = join(copy, 'src/charts')

/** Words that make the texts of the types as different as real ones. */
const words = 'flow rank share spread range level drift cycle peak ratio depth count reach pace trace span'.split(' ')
const word = (at: number) => words[at % words.length] ?? ''

/**
 * Creates one type as described in the documentation: a folder, and a line in the list. Every fourth is a component.
 */
function addType(index: number): string {
  const folder = `synthetic${index}`
  const own = join(charts, folder)
  const isReact = index % 4 === 0
  const name = `${word(index)} of ${word(index * 7 + 3)} ${index}`
  mkdirSync(own)
  const files: Record<string, string> = {
    'about.ts': `import type { ChartAbout } from '../shared/contract.ts'

export const about: ChartAbout = {
  type: 'synthetic_${index}',
  name: '${name}',
  category: '${word(index * 3)}',
  tags: ['${word(index + 1)}', '${word(index + 5)}', 'ECharts'],
  description: 'Shows the ${name} by ${word(index * 5)}, one mark for each ${word(index * 11)}.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  picture: 'line',
  drawnWith: '${isReact ? 'react' : 'echarts'}',
}
`,
    'query.ts': `import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'

export const query = defineQuery({
  formData: field.formDataSchema({ groupby: field.columns(), metric: field.metric(), own_${index}: field.number(${index}) }),
  buildQuery: ({ formData }) => [buildQueryObject(formData)],
})
`,
    'controls.ts': `import { dimensions, look, metric } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'

export const controls: ControlSection[] = [
  { label: 'Query', tab: 'data', controls: [dimensions(), metric(), look('own_${index}', 'number', '${name}')] },
]
`,
    ...(isReact
      ? { 'View.tsx': `export default function View() {\n  return <p>{'${name}'}</p>\n}\n` }
      : {
          'drawing.ts': `import type { EChartsDrawing } from '../shared/contract.ts'
import { registerParts } from '../shared/echarts/registerParts.ts'

export const drawing: EChartsDrawing<Record<string, unknown>> = {
  option: () => ({ title: { text: '${name}' } }),
  register: async () => registerParts([]),
}
`,
        }),
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(own, file), text)
  return folder
}

/** The line in the list, which has an import and an entry for each type. */
function register(folders: string[]): void {
  const list = join(charts, 'list.ts')
  const text = readFileSync(list, 'utf8')
  const entries = /(const byFolder\b[^=]*= \{)/
  if (!entries.test(text)) throw new Error(`${list}: no list of types was found`)
  const imports = folders.map((folder) => `import { about as ${folder} } from './${folder}/about.ts'\n`).join('')
  writeFileSync(list, imports + text.replace(entries, `$1 ${folders.join(', ')}, `))
}

interface Built {
  bytes: number
  modules: string[]
}

function firstScripts(dist: string): Built {
  const read = <T>(name: string) => JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8')) as T
  const manifest = read<Manifest>('manifest.json')
  const contents = read<Record<string, string[]>>('contents.json')
  const files = closure(manifest, [entry, ...(pageEntries['dashboard'] ?? [])]).filter((file) => file.endsWith('.js'))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  const sizes = files.map((file) => brotliCompressSync(readFileSync(join(dist, file)), { params }).length)
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), modules: files.flatMap((file) => contents[file] ?? []) }
}

async function buildCopy(): Promise<Built> {
  mkdirSync(copy, { recursive: true })
  for (const part of ['src', 'scripts', 'package.json', 'tsconfig.json', 'vite.config.ts']) {
    cpSync(join(root, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  register(Array.from({ length: count }, (_none, index) => addType(index)))
  await build({ root: copy, configFile: join(copy, 'vite.config.ts'), logLevel: 'warn' })
  return firstScripts(join(copy, outDir))
}

const before = firstScripts(join(root, outDir))
const after = await buildCopy().finally(() => rmSync(copy, { recursive: true, force: true }))
const growth = after.bytes - before.bytes
const strangers = after.modules.filter((name) => name.includes('charts/synthetic'))
process.stdout.write(
  `${count} more chart types: the first JavaScript of a dashboard grows by ${growth} bytes (limit ${limitBytes})\n`,
)
for (const name of strangers) process.stdout.write(`${name}: must not be in the first JavaScript of a dashboard\n`)
process.exit(growth >= limitBytes || strangers.length > 0 ? 1 : 0)
