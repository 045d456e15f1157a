import {
  type Bundle,
  type BundleErrors,
  type BundleKind,
  bundleTypes,
  bundleVersion,
  readBundle,
} from '../../model/bundle/bundle.ts'
import { placedUuids } from '../../model/bundle/bundleIds.ts'
import { AppError } from '../../model/errors/errors.ts'
import { visible } from '../access/access.ts'
import { audit } from '../access/audit.ts'
import { EXAMPLES_DATABASE_UUID, ensureExamplesDatabase } from '../embedded/tables.ts'
import { ArchiveError, readFolder } from './archive.ts'
import { FOLDER_FILE, placeInFolders } from './folderFile.ts'
import { importCharts } from './importCharts.ts'
import { importDashboards } from './importDashboards.ts'
import { importDatabases } from './importDatabases.ts'
import { importDatasets } from './importDatasets.ts'
import { describedDatabases, mapDatabases } from './mapDatabases.ts'
import { nameDatabases } from './nameDatabases.ts'
import type { ImportOrder, ImportRun, ImportServices } from './order.ts'
import { parsedFiles } from './parsedFiles.ts'
import type { WriteFiles } from './parts.ts'
import { takeTurn } from './takeTurn.ts'
import { readUntrustedZip } from './untrustedZip.ts'

/** A bundle: the bytes of a ZIP, or the path of a folder. */
export type BundleSource = Buffer | string

/** Ids of the objects of a bundle by uuid, new or existing. */
export interface ImportResult {
  databases: Map<string, number>
  datasets: Map<string, number>
  charts: Map<string, number>
  dashboards: Map<string, number>
}

/**
 * Imports a bundle completely or not at all. Throws AppError: 422 in the format of the contract, errors by file in
 * `extra`. `prepareParts`: reads and checks the files of other kinds of objects, by folder.
 */
export async function importBundle(
  services: ImportServices,
  source: BundleSource,
  order: ImportOrder,
  prepareParts?: (values: Map<string, unknown>, errors: BundleErrors) => Promise<ReadonlyMap<string, WriteFiles>>,
): Promise<ImportResult> {
  const { values, bundle, errors } = await readSource(services, source, order)
  const parts = await prepareParts?.(values, errors)
  if (Object.keys(errors).length > 0) throw importError(order.kind ?? 'bundle', errors)
  // the embedded database is created before the transaction, because it stays even if the import fails
  if (bundle.databases.some(({ config }) => config.uuid === EXAMPLES_DATABASE_UUID))
    await ensureExamplesDatabase(services.db, services.now)
  return services.db.transaction().execute(async (trx) => {
    const run: ImportRun = { trx, services, order, errors }
    const result = await writeObjects(run, bundle)
    await placeInFolders(run, values.get(FOLDER_FILE), result)
    const counts: Record<string, number> = {}
    for (const [folder, write] of parts ?? []) counts[folder] = await write(run, result.databases)
    // Thrown inside the transaction to roll it back.
    if (Object.keys(errors).length > 0) throw importError(order.kind ?? 'bundle', errors)
    await recordImport(run, result, counts)
    return result
  })
}

/** The objects of a source, with the databases that the request maps them to. */
export async function readSource({ db }: ImportServices, source: BundleSource, order: ImportOrder) {
  const { values, errors } = await openBundle(source, order.kind && bundleTypes[order.kind])
  const databases = describedDatabases(values)
  await mapDatabases(db, values, errors, order)
  await nameDatabases(db, values, errors, order.subject)
  const { bundle, errors: fieldErrors } = await readBundle(values, takeTurn)
  Object.assign(errors, fieldErrors)
  return { values, bundle, errors, databases }
}

/** Writes the objects in the order of their dependencies. Adds errors by path. */
export async function writeObjects(run: ImportRun, bundle: Bundle): Promise<ImportResult> {
  const databases = await importDatabases(run, bundle.databases)
  const datasets = await importDatasets(run, bundle.datasets, databases)
  const layouts = bundle.dashboards.map(({ config }) => config.position ?? {})
  const charts = await importCharts(run, bundle.charts, datasets, layouts)
  const known = { charts: await knownCharts(run, bundle, charts), datasets }
  const dashboards = await importDashboards(run, bundle.dashboards, known)
  return { databases, datasets, charts, dashboards }
}

/** Types of bundles that were exported in one file before. */
const oldTypes = new Set([bundleTypes.dashboard, bundleTypes.dataset])

/** The parsed files of a bundle by path, and their errors. `type`: the expected type in its metadata. */
export async function openBundle(
  source: BundleSource,
  type: string | undefined,
): Promise<{ values: Map<string, unknown>; errors: BundleErrors }> {
  const values = new Map<string, unknown>()
  const errors: BundleErrors = {}
  try {
    // folders come from the administrator of this machine, archives from anyone
    const files =
      typeof source === 'string'
        ? parsedFiles(await readFolder(source))
        : await readUntrustedZip(source, { takesOld: type === undefined || oldTypes.has(type) })
    for (const { path, value, isBroken } of files) {
      if (isBroken) errors[path] = { [path]: 'Not a valid YAML file' }
      else values.set(path, value)
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw new AppError('GENERIC_COMMAND_ERROR', 422, error.message, { cause: error })
    throw error
  }
  if (values.size === 0 && Object.keys(errors).length === 0) {
    throw new AppError('GENERIC_COMMAND_ERROR', 400, 'No valid import files were found')
  }
  checkMetadata(values, errors, type)
  return { values, errors }
}

interface Metadata {
  version?: unknown
  type?: unknown
}

/** A bundle states its version, and usually its kind; both must be the expected ones. */
function checkMetadata(values: Map<string, unknown>, errors: BundleErrors, expected: string | undefined): void {
  const metadata = values.get('metadata.yaml')
  const { version, type } = (typeof metadata === 'object' && metadata !== null ? metadata : {}) as Metadata
  if (version !== bundleVersion)
    throw new AppError('GENERIC_COMMAND_ERROR', 422, 'Could not find a valid command to import file')
  if (expected !== undefined && type !== undefined && type !== null && type !== expected)
    errors['metadata.yaml'] = { type: [`Must be equal to ${expected}.`] }
}

/** All errors of a bundle, by file. */
export const importError = (what: string, errors: BundleErrors) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, `Error importing ${what}`, { extra: errors })

/** Charts of the bundle, and existing charts in its layouts that the user may see. */
async function knownCharts(
  { trx, order: { subject } }: ImportRun,
  bundle: Bundle,
  imported: ReadonlyMap<string, number>,
) {
  const placed = bundle.dashboards.flatMap(({ config }) => placedUuids(config.position ?? {}))
  const missing = [...new Set(placed)].filter((uuid) => !imported.has(uuid))
  if (missing.length === 0) return imported
  let charts = trx.selectFrom('charts').select(['id', 'uuid']).where('uuid', 'in', missing)
  if (subject) charts = charts.where(visible.charts(subject))
  const rows = await charts.execute()
  return new Map([...imported, ...rows.map(({ id, uuid }): [string, number] => [uuid, id])])
}

function recordImport({ trx, order }: ImportRun, result: ImportResult, others: Record<string, number>): Promise<void> {
  const counts = Object.fromEntries(
    Object.entries(result).map(([name, ids]: [string, Map<string, number>]) => [name, ids.size]),
  )
  return audit(
    trx,
    {
      action: 'import',
      userId: order.author.userId ?? undefined,
      object: mainObject(order.kind),
      address: order.author.address,
      details: { overwrite: order.overwrite === true, ...counts, ...others },
    },
    order.author.now,
  )
}

const mainObject = (kind: BundleKind | 'assets' | undefined) => (kind === undefined ? 'bundle' : bundleTypes[kind])
