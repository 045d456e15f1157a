/**
 * `npm run vectors -- DIR`: runs every vector file of a folder against the product's own functions. For each file it
 * prints what passed, failed and was skipped, with the first five differences. Chart data also needs the example tables
 * and bundles: `DIR/tables` and `DIR/bundles`, or `../../examples` from DIR. Vectors of another engine run only if
 * `--engine NAME=URI` provides that engine.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { dialectOf } from '../../src/engine/dialects/index.ts'
import { engineConnection } from '../../src/engine/dialects/testing/engines.ts'
import { evaluateRows } from '../../src/engine/dialects/testing/evaluate.ts'
import { createEnginePool, type Pool } from '../../src/engine/run/pool.ts'
import { type ChartDataVector, runChartDataVectors } from './chartData.ts'
import { type ColorVector, checkColorVector, isOurs } from './colors.ts'
import { runVectors, type VectorHead, type VectorReport } from './compare.ts'
import { copyExamplesToPostgres } from './copyExamples.ts'
import {
  exampleConnection,
  exampleDatasets,
  tableDataset,
  type VectorDataset,
  vectorDatasets,
} from './exampleTables.ts'
import { checkFormatVector } from './formats.ts'
import { type PostVector, runPostVectors } from './post.ts'
import { runTemplateVectors } from './templates.ts'
import { runTimeDeltas } from './timeDeltas.ts'
import { grainEngines, runTimeGrains } from './timeGrains.ts'
import { runTimeRanges } from './timeRanges.ts'

const SHOWN = 5
/** First database id of other engines; the embedded one has 1. */
const FIRST_ENGINE = 100
const RECORDER = 99

type Runner = (vectors: unknown[], pool: Pool) => VectorReport | Promise<VectorReport>

const each =
  <V extends VectorHead>(check: (vector: V) => string | null): Runner =>
  (vectors) =>
    runVectors(vectors as V[], check)

const colors: Runner = (vectors) => {
  const ours = (vectors as (ColorVector & VectorHead)[]).filter(isOurs)
  const report = runVectors(ours, checkColorVector)
  return { ...report, total: vectors.length, skipped: report.skipped + vectors.length - ours.length }
}

const post: Runner = (vectors) => runPostVectors(vectors as PostVector[])

const runners: Record<string, Runner> = {
  'time-ranges': runTimeRanges,
  'time-deltas': (vectors) => runTimeDeltas(vectors, dialectOf('duckdb')),
  'time-grains': timeGrains,
  'post-single': post,
  'post-chains': post,
  'post-newer': post,
  formats: each(checkFormatVector),
  colors,
  'colors-newer': colors,
  'chart-data': chartData,
  templates: (vectors) => runTemplateVectors(vectors, templateDatasets(), dialectOf('duckdb')),
}

function besideVectors(name: string): string {
  const inside = join(folder, name)
  return existsSync(inside) ? inside : resolve(folder, '../../examples', name)
}

/** Datasets used by `dataset()` and `metric()`. */
function templateDatasets() {
  const bundles = besideVectors('bundles')
  if (!existsSync(bundles)) throw new Error(`no example bundles next to ${folder}`)
  return exampleDatasets(bundles)
}

async function chartData(vectors: unknown[], pool: Pool): Promise<VectorReport> {
  const [tables, bundles] = [besideVectors('tables'), besideVectors('bundles')]
  if (!existsSync(tables) || !existsSync(bundles)) throw new Error(`no example tables and bundles next to ${folder}`)
  const connection = await exampleConnection(tables)
  const datasets = exampleDatasets(bundles)
  const known = new Set(datasets.map(({ table_name }) => table_name))
  for (const table of Object.keys(connection.tables).filter((name) => !known.has(name))) {
    datasets.push(await tableDataset(pool, connection, table, datasets.length + 1))
  }
  const described = join(folder, 'chart-data-datasets.json')
  if (existsSync(described)) {
    datasets.push(...vectorDatasets(JSON.parse(readFileSync(described, 'utf8')) as VectorDataset[], datasets))
  }
  const all = vectors as ChartDataVector[]
  const report = await runChartDataVectors(all, datasets, connection, pool)
  const recorder = engines.find(({ dialect }) => dialect.name === 'postgresql')
  if (!recorder) return report
  // the vectors were recorded on PostgreSQL, where those that differ on the embedded engine pass as well
  const copied = await copyExamplesToPostgres(tables, recorder.address, RECORDER)
  try {
    const there = await runChartDataVectors(all, datasets, copied.connection, pool)
    process.stdout.write(`chart-data.json on PostgreSQL: ${there.passed} passed, ${there.failures.length} failed\n`)
    const onlyThere = there.passed + there.failures.length - report.passed - report.failures.length
    return {
      ...report,
      skipped: report.skipped - onlyThere,
      // each vector counts only once
      passed: Math.max(report.passed, there.passed),
      failures: [...report.failures, ...there.failures],
    }
  } finally {
    await copied.remove()
  }
}

/** Runs the vectors of the embedded engine, and those of each engine that `--engine` names. */
async function timeGrains(vectors: unknown[], pool: Pool): Promise<VectorReport> {
  const output = [{ label: 'bucket', time: { format: null } }]
  const reports = [await runTimeGrains(vectors, dialectOf('duckdb'), (sql) => evaluateRows(pool, sql))]
  for (const { dialect, connection } of engines) {
    reports.push(await runTimeGrains(vectors, dialect, (sql) => evaluateRows(pool, sql, connection, output)))
  }
  const known = ['duckdb', ...engines.map(({ dialect }) => dialect.name)]
  const others = [...grainEngines(vectors)].filter(([name]) => !known.includes(name))
  for (const [name, count] of others)
    process.stdout.write(`time-grains.json: ${count} of ${name} need --engine ${name}=URI\n`)
  const sum = (number: (report: VectorReport) => number) => reports.reduce((total, report) => total + number(report), 0)
  return {
    total: vectors.length,
    passed: sum(({ passed }) => passed),
    skipped: sum(({ skipped }) => skipped) + others.reduce((total, [, count]) => total + count, 0),
    failures: reports.flatMap(({ failures }) => failures),
  }
}

const USAGE = 'npm run vectors -- DIR [--engine NAME=URI ...]: the folder of the vector files, other engines to ask\n'

/** `--engine mysql=mysql://user:password@host:port/database`, repeated for each engine. */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { engine: { type: 'string', multiple: true, default: [] } },
})
// an empty file is a valid SQLite database and needs no server
const scratch = mkdtempSync(join(realpathSync(tmpdir()), 'sextant-vectors-'))
new DatabaseSync(join(scratch, 'vectors.db')).exec('PRAGMA user_version = 1')
const addresses = options.engine.map((option) => option.slice(option.indexOf('=') + 1))
const engines = [`sqlite:///${join(scratch, 'vectors.db')}`, ...addresses].map((address, at) => ({
  address,
  ...engineConnection(address, FIRST_ENGINE + at),
}))
const [given] = positionals
if (!given || !existsSync(given)) {
  process.stderr.write(USAGE)
  process.exit(2)
}
const folder = resolve(given)
const pool = createEnginePool({ children: 2, fileFolders: [scratch] })
const total = { passed: 0, failed: 0 }
try {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const runner = runners[file.replace(/\.json$/, '')]
    if (!runner) {
      process.stdout.write(`${file}: not run\n`)
      continue
    }
    const report = await runner(JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown[], pool)
    total.passed += report.passed
    total.failed += report.failures.length
    const counts = `${report.passed} passed, ${report.failures.length} failed, ${report.skipped} left out`
    process.stdout.write(`${file}: ${counts}\n`)
    for (const { id, reason } of report.failures.slice(0, SHOWN)) {
      process.stdout.write(`  ${id}: ${reason.split('\n').slice(0, 2).join('\n')}\n`)
    }
  }
} finally {
  await pool.close()
  rmSync(scratch, { recursive: true, force: true })
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
