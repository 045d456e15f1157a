/**
 * `npm run import -- [--plan] [--overwrite] [--map FROM=TO] [--schema FROM=TO] PATH...`: imports bundles (ZIP files,
 * folders, or old exports in one file) as the first administrator. Existing objects are kept; `--overwrite` replaces
 * them. `--plan` only prints what would happen. `--map` and `--schema` replace databases and schemas of the file. In a
 * terminal, the command prompts for missing passwords. Works while the server runs.
 */
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { DatabaseMapping, ImportPlan, PlanAction } from '../model/bundle/importPlan.ts'
import { AppError } from '../model/errors/errors.ts'
import { openKeys } from './access/keys.ts'
import { readConfig } from './config.ts'
import { type BundleSource, importBundle } from './importExport/importBundle.ts'
import type { ImportOrder, ImportSecrets, ImportServices } from './importExport/order.ts'
import { planImport } from './importExport/planImport.ts'
import { startFailure } from './startFailure.ts'
import { openStore } from './storage/open.ts'
import { makePrivateFolder } from './storage/privateFolder.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const usage =
  'Usage: npm run import -- [--plan] [--overwrite] [--map DATABASE=DATABASE] [--schema SCHEMA=SCHEMA] PATH...'

interface Wishes {
  overwrite: boolean
  /** Database of the file -> database of this server, by name. */
  databases: ReadonlyMap<string, string>
  schemas: Record<string, string>
}

async function main(): Promise<number> {
  const texts = { type: 'string', multiple: true, default: [] as string[] } as const
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    options: { plan: flag, overwrite: flag, map: texts, schema: texts },
    allowPositionals: true,
  })
  const [databases, schemas] = [pairsIn(values.map), pairsIn(values.schema)]
  if (positionals.length === 0 || !databases || !schemas) {
    say(usage)
    return 1
  }
  const wishes = { overwrite: values.overwrite, databases, schemas: Object.fromEntries(schemas) }
  const config = readConfig(process.env)
  makePrivateFolder(config.home)
  const { home, databaseUrl, databasePool } = config
  const { db } = await openStore({ home, databaseUrl, poolSize: databasePool, now: Date.now, said: say })
  try {
    const keys = await openKeys(config.keyFile, db)
    const services = { db, keys, now: Date.now }
    const admin = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', config.admin.username)
      .executeTakeFirst()
    const author = { userId: admin?.id ?? null, now: Date.now() }
    let failed = 0
    for (const path of positionals.map((name) => resolve(name))) {
      try {
        const source = statSync(path).isDirectory() ? path : readFileSync(path)
        const order = await orderOf(services, source, { author, overwrite: wishes.overwrite }, wishes)
        const isFine = values.plan
          ? await sayPlan(services, path, source, order)
          : await write(services, path, source, order)
        if (!isFine) failed++
      } catch (error) {
        failed++
        say(`${path}: ${reason(error)}`)
      }
    }
    return failed > 0 ? 1 : 0
  } finally {
    await db.destroy()
  }
}

/** The pairs, each written as `FROM=TO`; undefined if a text has another form. */
function pairsIn(texts: readonly string[]): Map<string, string> | undefined {
  const pairs = texts.map((text) => /^([^=]*)=(.*)$/.exec(text))
  return pairs.every((pair) => pair !== null)
    ? new Map(pairs.map(([, from = '', to = '']) => [from, to] as const))
    : undefined
}

/** The `ImportOrder` of the command, with the databases that the command line names. */
async function orderOf(
  services: ImportServices,
  source: BundleSource,
  order: ImportOrder,
  { databases, schemas }: Wishes,
): Promise<ImportOrder> {
  if (databases.size === 0) return order
  const mapping: DatabaseMapping = {}
  for (const { path, name } of (await planImport(services, source, order)).databases) {
    const target = databases.get(name)
    if (target === undefined) continue
    const found = await services.db
      .selectFrom('databases')
      .select('id')
      .where('database_name', '=', target)
      .executeTakeFirst()
    if (!found) throw new Error(`there is no database ${target}`)
    mapping[path] = { database_id: found.id, schemas }
  }
  return { ...order, mapping }
}

async function write(services: ImportServices, path: string, source: BundleSource, order: ImportOrder) {
  const secrets = process.stdin.isTTY ? await askedSecrets(await planImport(services, source, order)) : {}
  const result = await importBundle(services, source, { ...order, ...secrets })
  const counts = [`${result.dashboards.size} dashboards`, `${result.charts.size} charts`]
  say(`${path}: ${counts.join(', ')}, ${result.datasets.size} datasets`)
  return true
}

const words: Record<PlanAction, string> = {
  create: 'created',
  change: 'changed',
  same: 'not different',
  keep: 'kept as it is',
  conflict: 'in conflict',
}

/** Prints what an import would do; false if it would be rejected. */
async function sayPlan(services: ImportServices, path: string, source: BundleSource, order: ImportOrder) {
  const { steps, secrets } = await planImport(services, source, order)
  say(`${path}:`)
  for (const { kind, name, action, differences, omitted, conflicts } of steps) {
    say(`  ${kind} ${name}: ${words[action]}`)
    for (const text of conflicts) say(`    ${text}`)
    for (const { field, before, after } of differences) say(`    ${field}: ${before ?? 'none'} -> ${after ?? 'none'}`)
    if (omitted > 0) say(`    and ${omitted} more differences`)
  }
  for (const [file, texts] of Object.entries(secrets)) for (const text of texts) say(`  ${file}: ${text}`)
  return !steps.some(({ action }) => action === 'conflict')
}

/** The contract's messages about missing secrets, and the fields of an order that contain such secrets. */
const secretKinds: [text: string, field: keyof ImportSecrets][] = [
  ['Must provide a password for the database', 'passwords'],
  ['Must provide a password for the ssh tunnel', 'tunnelPasswords'],
  ['Must provide a private key password for the ssh tunnel', 'tunnelKeyPasswords'],
  ['Must provide a private key for the ssh tunnel', 'tunnelKeys'],
]

/** Asks for each missing password once; typed characters are not shown. */
async function askedSecrets({ secrets }: ImportPlan): Promise<ImportSecrets> {
  const given: ImportSecrets = {}
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  for (const [file, texts] of Object.entries(secrets)) {
    for (const text of texts) {
      const field = secretKinds.find(([known]) => known === text)?.[1]
      if (!field) continue
      process.stdout.write(`${file}: ${text}: `)
      const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
      const secret = await terminal.question('')
      terminal.close()
      say('')
      given[field] = { ...given[field], [file]: secret }
    }
  }
  return given
}

function reason(error: unknown): string {
  if (!(error instanceof AppError)) return (error as Error).message
  return error.extra ? `${error.message} ${JSON.stringify(error.extra)}` : error.message
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`)
  return 1
})
