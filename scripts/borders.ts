/**
 * Checks that imports point one way (ARCHITECTURE.md) and that the web process cannot load the embedded engine. Prints
 * each violation; exit code 1 if there is one. There are no exceptions, by design.
 */
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { importsOf, loadedBy, sourceFiles } from './imports.ts'

const root = resolve(import.meta.dirname, '..')
const src = join(root, 'src')

/** A layer may import itself and the listed layers. */
const mayImport: Record<string, string[]> = {
  model: [],
  engine: ['model'],
  'web/ui': [],
  charts: ['model', 'web/ui'],
  filters: ['model', 'web/ui', 'charts'],
  server: ['model', 'engine', 'charts', 'filters'],
  web: ['model', 'web/ui', 'charts', 'filters'],
}
/** Folders whose children must not import each other. */
const islands = ['web/screens', 'server/resources', 'charts', 'filters', 'engine/dialects']
const sharedIslands = new Set(['charts/shared', 'filters/shared', 'engine/dialects/shared'])
/** Packages that only one folder may import. */
const packageHomes: [RegExp, string[]][] = [
  [/^@duckdb\//, ['src/engine/run/', 'src/engine/ingest/', 'scripts/', 'bench/', 'e2e/']],
  [/^(antd|@base-ui\/react)(\/|$)/, ['src/web/ui/']],
  [/^(react|react-dom)(\/|$)/, ['src/web/', 'src/charts/', 'src/filters/']],
  [/^(fastify|kysely|pg|ioredis)(\/|$)/, ['src/server/', 'src/engine/', 'scripts/', 'bench/', 'e2e/']],
]

const posix = (path: string) => path.split(sep).join('/')
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.includes('/testing/')

function layerOf(path: string): string | undefined {
  if (path.startsWith('web/ui/')) return 'web/ui'
  const top = path.split('/')[0] ?? ''
  return top in mayImport ? top : undefined
}

function islandOf(path: string): string | undefined {
  for (const island of islands) {
    if (!path.startsWith(`${island}/`)) continue
    const rest = path.slice(island.length + 1).split('/')
    if (rest.length > 1) return `${island}/${rest[0]}`
  }
  return undefined
}

function checkFile(file: string): string[] {
  const from = posix(relative(src, file))
  const name = posix(relative(root, file))
  const offences: string[] = []
  for (const { specifier, typeOnly } of importsOf(file)) {
    if (!specifier.startsWith('.')) {
      for (const [pattern, homes] of packageHomes) {
        if (pattern.test(specifier) && !typeOnly && !isTest(name) && !homes.some((home) => name.startsWith(home))) {
          offences.push(`${name}: ${specifier} belongs to ${homes.join(', ')}`)
        }
      }
      continue
    }
    const target = posix(relative(src, resolve(dirname(file), specifier)))
    if (target.startsWith('..')) continue
    const [fromLayer, toLayer] = [layerOf(from), layerOf(target)]
    if (fromLayer && toLayer && fromLayer !== toLayer && !mayImport[fromLayer]?.includes(toLayer) && !isTest(name)) {
      offences.push(`${name}: ${fromLayer} may not import ${toLayer} (${specifier})`)
    }
    const [fromIsland, toIsland] = [islandOf(from), islandOf(target)]
    const sibling = fromIsland && toIsland && dirname(fromIsland) === dirname(toIsland) && fromIsland !== toIsland
    if (sibling && !sharedIslands.has(toIsland) && !isTest(name))
      offences.push(`${name}: may not import its sibling ${toIsland}`)
    if (fromLayer === 'server' && target.endsWith('.tsx'))
      offences.push(`${name}: the server never loads a component (${specifier})`)
  }
  return offences
}

function checkWebProcess(): string[] {
  const offences: string[] = []
  for (const [file, by] of loadedBy(join(src, 'server/main.ts'))) {
    if (importsOf(file).some(({ specifier, typeOnly }) => !typeOnly && specifier.startsWith('@duckdb/'))) {
      offences.push(`the web process can load DuckDB: ${posix(relative(root, file))} (by ${posix(relative(root, by))})`)
    }
  }
  return offences
}

const offences = [
  ...sourceFiles(src).flatMap(checkFile),
  ...(existsSync(join(src, 'server/main.ts')) ? checkWebProcess() : []),
]
for (const offence of offences) process.stdout.write(`${offence}\n`)
process.stdout.write(offences.length ? `${offences.length} imports cross a layer border\n` : 'imports point one way\n')
process.exit(offences.length ? 1 : 0)
