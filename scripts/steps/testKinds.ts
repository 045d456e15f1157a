import { readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { importsOf, loadedBy, sourceFiles } from '../imports.ts'

const root = resolve(import.meta.dirname, '../..')

/** Modules that start a process, open a connection or a database, or serve requests. */
const EFFECTS =
  /^(node:)?(child_process|cluster|worker_threads|net|tls|http|https|http2|sqlite)$|^@duckdb\/|^(fastify|ioredis|kysely|mysql2|pg|playwright-core|vite)(\/|$)/

/** The module that a test file imports if it uses an engine started by `scripts/engines/run.ts`. */
const ENGINES = /\/testing\/(engines|list|administrators|postgresql|otherServers)\.ts$/

/** The module that a test file imports if it renders components in a document. */
const DOCUMENT = /\/testing\/show\w*\.tsx$/

/** Names of test files that measure how long something takes: nothing may run at the same time. */
const ALONE = /\.alone\.test\.tsx?$/

/** Test files that replace a module: they need a process in which no other file has loaded it. */
const MOCKS = /^\s*vi\.mock\(/m

/** Test files by what they need, as paths from the root. */
export interface TestKinds {
  /** compute values only */
  pure: string[]
  /** render components in a document */
  components: string[]
  /** start a server, a process or a database */
  product: string[]
  /** replace modules, so that each runs in its own process */
  isolated: string[]
  /** use real database engines */
  engines: string[]
  /** use real database engines and measure times */
  alone: string[]
}

/** Sorts the test files by what their code can load. */
export function testKinds(): TestKinds {
  const kinds: TestKinds = { pure: [], components: [], product: [], isolated: [], engines: [], alone: [] }
  const files = ['src', 'scripts', 'conformance', 'e2e'].flatMap((folder) => sourceFiles(join(root, folder)))
  for (const file of files.filter((each) => /\.test\.tsx?$/.test(each)).sort()) {
    kinds[kindOf(file)].push(relative(root, file).split(sep).join('/'))
  }
  return kinds
}

function kindOf(file: string): keyof TestKinds {
  if (ALONE.test(file)) return 'alone'
  const uses = (modules: RegExp) => importsOf(file).some(({ specifier }) => modules.test(specifier))
  if (uses(ENGINES)) return 'engines'
  if (MOCKS.test(readFileSync(file, 'utf8'))) return 'isolated'
  if (uses(DOCUMENT)) return 'components'
  const loaded = [...loadedBy(file).keys()].flatMap(importsOf)
  return loaded.some(({ specifier, typeOnly }) => !typeOnly && EFFECTS.test(specifier)) ? 'product' : 'pure'
}
