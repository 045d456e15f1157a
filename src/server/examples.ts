import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IngestFormat } from '../engine/ingest/ingestOrder.ts'
import { machineMemoryMb, memoryPlan } from '../engine/run/machineMemory.ts'
import { ensureExamplesDatabase } from './embedded/tables.ts'
import type { Services } from './services.ts'

/** One entry of examples/tables.json: a table, and the file of the vega-datasets package that it is loaded from. */
interface ExampleTable {
  table: string
  file: string
  /** absent: derived from the name of the file */
  format?: IngestFormat
}

/** The objects loaded so far. Objects that a user deletes are not loaded again. */
interface Loaded {
  tables: string[]
  bundles: string[]
}

const settingName = 'examples'
/** Number of loads at the same time: each is a process that uses all cores for sorting. */
const atOnce = () => memoryPlan(machineMemoryMb()).loads

async function readLoaded({ db }: Services): Promise<Loaded> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', settingName).executeTakeFirst()
  return row ? (JSON.parse(row.value) as Loaded) : { tables: [], bundles: [] }
}

async function writeLoaded({ db }: Services, loaded: Loaded): Promise<void> {
  const value = JSON.stringify(loaded)
  await db
    .insertInto('settings')
    .values({ name: settingName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Folders under `examples/` that are bundles. */
function exampleBundles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'metadata.yaml')))
    .map((entry) => entry.name)
    .sort()
}

/**
 * Loads missing example tables and dashboards, owned by `ownerId`. An interrupted run continues at the next start.
 * Calls `said` for each step.
 */
export async function loadExamples(
  services: Services,
  root: string,
  ownerId: number,
  said: (line: string) => void,
): Promise<void> {
  const folder = join(root, 'examples')
  const list = join(folder, 'tables.json')
  if (!existsSync(list)) return
  const loaded = await readLoaded(services)
  const tables = (JSON.parse(readFileSync(list, 'utf8')) as ExampleTable[]).filter(
    ({ table }) => !loaded.tables.includes(table),
  )
  const bundles = exampleBundles(folder).filter((name) => !loaded.bundles.includes(name))
  if (tables.length === 0 && bundles.length === 0) return

  if (tables.length > 0) await loadTables(services, join(root, 'node_modules/vega-datasets/data'), tables, loaded, said)
  if (bundles.length === 0) return
  const { importBundle } = await import('./importExport/importBundle.ts')
  for (const name of bundles) {
    said(`example dashboards: ${name}`)
    await importBundle(services, join(folder, name), { author: { userId: ownerId, now: services.now() } })
    loaded.bundles.push(name)
    await writeLoaded(services, loaded)
  }
}

async function loadTables(
  services: Services,
  source: string,
  tables: ExampleTable[],
  loaded: Loaded,
  said: (line: string) => void,
): Promise<void> {
  const { tableFile } = await import('../engine/ingest/ingest.ts')
  const databaseId = await ensureExamplesDatabase(services.db, services.now)
  const waiting = [...tables]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const format = next.format ?? tableFile(next.file)?.format
      if (!format) throw new Error(`examples/tables.json: ${next.file} is no table file`)
      const { rows } = await services.tables.load({
        databaseId,
        table: next.table,
        source: join(source, next.file),
        format,
      })
      loaded.tables.push(next.table)
      await writeLoaded(services, loaded)
      said(`example data: ${next.table}, ${rows.toLocaleString('en')} rows`)
    }
  }
  await Promise.all(Array.from({ length: atOnce() }, work))
}
