import type { z } from 'zod'
import { type BundleErrors, bundleVersion, fileUuid, readBundle } from '../../model/bundle/bundle.ts'
import type { ImportPlan } from '../../model/bundle/importPlan.ts'
import type { OlderRelease } from '../../model/bundle/olderRelease.ts'
import { AppError } from '../../model/errors/errors.ts'
import { parseFields } from '../../model/wire/fields.ts'
import { visible } from '../access/access.ts'
import { audit } from '../access/audit.ts'
import type { Subject } from '../access/subject.ts'
import { EXAMPLES_DATABASE_UUID, ensureExamplesDatabase } from '../embedded/tables.ts'
import { notFound } from '../entities/owners.ts'
import { derivedUuid } from '../importExport/derivedUuid.ts'
import { bundleOf, type ExportFiles, safeName } from '../importExport/exportBundle.ts'
import { databaseYaml } from '../importExport/exportFiles.ts'
import { importError, openBundle } from '../importExport/importBundle.ts'
import { importDatabases } from '../importExport/importDatabases.ts'
import { complain, type Decision, type ImportRequest, type ImportRun } from '../importExport/order.ts'
import type { WriteFiles } from '../importExport/parts.ts'
import { prepareExamples, rolledBack, secretsIn, stepOf } from '../importExport/planImport.ts'
import { takeTurn } from '../importExport/takeTurn.ts'
import type { Policy } from '../resource.ts'
import type { Services } from '../services.ts'
import type { Db, Row, TableName } from '../storage/schema.ts'
import { everything } from './collection.ts'
import type { BundleDeclaration, Declaration } from './declaration.ts'
import { insertPrepared, type Prepared, prepare, updatePrepared } from './write.ts'

/** One table type represents all, because the query builder accepts no union of table types. */
type AnyTable = 'annotation_layers'

/** A declared resource with files, and the permissions for them. */
interface Bundled<Table extends TableName, Body extends object> {
  declared: Declaration<Table, Body>
  bundle: BundleDeclaration<Row<Table>, Body>
  mayImport: Policy
  mayExport: Policy
}

/**
 * The files of some rows, and of those of their databases that the user may see. Throws not found if the user may not
 * see one of the rows.
 */
export async function exportDeclared<Table extends TableName, Body extends object>(
  { db, now, keys }: Services,
  bundled: Bundled<Table, Body>,
  subject: Subject,
  ids: readonly number[],
  release?: OlderRelease,
): Promise<ExportFiles> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) throw notFound()
  const rows = await rowsOf(db, bundled, subject, wanted)
  if (rows.length < wanted.length) throw notFound()
  const databases = await databasesOf(db, bundled, subject, rows)
  const files = filesOf(bundled, rows, databases)
  for (const row of databases) {
    files.push([
      `databases/${safeName(row.database_name) || row.uuid}.yaml`,
      databaseYaml(row, 'file', keys.for('secrets')),
    ])
  }
  return bundleOf(bundled.bundle.type, files, now(), release)
}

/** The files of all rows for a bundle of everything; none if the user may not export them. */
export async function allFiles<Table extends TableName, Body extends object>(
  { db }: Services,
  bundled: Bundled<Table, Body>,
  subject: Subject,
): Promise<[string, unknown][]> {
  if (!subject.permissions.has(bundled.mayExport)) return []
  const rows = await rowsOf(db, bundled, subject)
  return filesOf(bundled, rows, await databasesOf(db, bundled, subject, rows))
}

type Bundleable<Table extends TableName> = Row<Table> & { uuid: string }

/** Rows that the user may see: those with these ids, or all. */
async function rowsOf<Table extends TableName, Body extends object>(
  db: Db,
  { declared: { table, policy } }: Bundled<Table, Body>,
  subject: Subject,
  ids?: readonly number[],
): Promise<Bundleable<Table>[]> {
  let rows = db
    .selectFrom(table as AnyTable)
    .selectAll()
    .where(policy?.visible?.(subject) ?? everything)
  if (ids) rows = rows.where('id', 'in', [...ids])
  return (await rows.orderBy('id').execute()) as unknown as Bundleable<Table>[]
}

async function databasesOf<Table extends TableName, Body extends object>(
  db: Db,
  { bundle: { database: column } }: Bundled<Table, Body>,
  subject: Subject,
  rows: readonly Row<Table>[],
): Promise<Row<'databases'>[]> {
  const ids = column ? rows.flatMap((row) => (row[column] as number | null) ?? []) : []
  return db
    .selectFrom('databases')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .where(visible.databases(subject))
    .execute()
}

function filesOf<Table extends TableName, Body extends object>(
  { bundle }: Bundled<Table, Body>,
  rows: readonly Bundleable<Table>[],
  databases: readonly Row<'databases'>[],
): [string, unknown][] {
  const { database: column } = bundle
  return rows.map((row) => {
    const database = databases.find(({ id }) => column !== undefined && id === row[column])
    return [
      `${bundle.folder}/${bundle.path(row, database)}.yaml`,
      {
        ...bundle.write(row),
        uuid: row.uuid,
        version: bundleVersion,
        ...(database ? { database_uuid: database.uuid } : {}),
      },
    ]
  })
}

/**
 * Imports a bundle completely or not at all. Throws AppError: 422 in the format of the contract, errors by file in
 * `extra`.
 */
export async function importDeclared<Table extends TableName, Body extends object>(
  services: Services,
  bundled: Bundled<Table, Body>,
  request: ImportRequest,
): Promise<void> {
  const { bundle } = bundled
  const { values, errors } = await openBundle(request.bundle, bundle.type)
  const { bundle: others, errors: otherErrors } = await readBundle(values, takeTurn)
  Object.assign(errors, otherErrors)
  const write = await prepareImport(services, bundled, request, values, errors)
  if (Object.keys(errors).length > 0) throw importError(bundle.title, errors)
  if (others.databases.some(({ config }) => config.uuid === EXAMPLES_DATABASE_UUID))
    await ensureExamplesDatabase(services.db, services.now)
  const { bundle: _bundle, overwrite, ...order } = request
  const { author, subject } = order
  await services.db.transaction().execute(async (trx) => {
    // databases are dependencies: existing ones are not changed
    const run: ImportRun = { trx, services, order: { kind: 'assets', ...order }, errors }
    const count = await write(run, await importDatabases(run, others.databases))
    if (Object.keys(errors).length > 0) throw importError(bundle.title, errors)
    const details = { overwrite, [bundle.folder]: count }
    const entry = { action: 'import', subject, object: bundle.type, address: author.address, details }
    await audit(trx, entry, author.now)
  })
}

/**
 * The changes that `importDeclared` would make. It is executed in a transaction that is rolled back, so nothing
 * changes.
 */
export async function planDeclared<Table extends TableName, Body extends object>(
  services: Services,
  bundled: Bundled<Table, Body>,
  request: ImportRequest,
): Promise<ImportPlan> {
  const { bundle, declared } = bundled
  const { planned } = bundle
  if (!planned) throw new Error(`${bundle.name} declares no plan`)
  const { values, errors } = await openBundle(request.bundle, bundle.type)
  const { bundle: others, errors: otherErrors } = await readBundle(values, takeTurn)
  Object.assign(errors, otherErrors)
  const ready = await readFiles(services, bundled, request, values, errors)
  const { bundle: _bundle, overwrite: _overwrite, ...order } = request
  const kept = new Map<string, Decision>()
  const after = new Map<string, unknown>()
  await rolledBack(services, async (trx) => {
    await prepareExamples(trx, services, others)
    const onDecision = async ({ path, decision }: { path: string; decision: Decision }) => void kept.set(path, decision)
    const run: ImportRun = { trx, services, order: { kind: 'assets', ...order }, errors, onDecision }
    const databases = await importDatabases(run, others.databases)
    for (const file of ready.values()) {
      await writeFile(run, bundled, request, databases, file)
      const { stored } = await findTarget(trx, declared, request.subject, file.uuid)
      if (stored) after.set(file.path, bundle.write(stored))
    }
  })
  const byPath = new Map([...ready.values()].map((file) => [file.path, file]))
  const own = [...values.keys()].filter((path) => path.startsWith(`${bundle.folder}/`))
  const steps = own.map((path) => {
    const stored = byPath.get(path)?.prepared.change.stored
    const step = stored
      ? { decision: 'replace' as const, before: bundle.write(stored) }
      : { decision: 'create' as const, before: null }
    const name = planned.nameOf(values.get(path)) ?? path
    return stepOf({ path, kind: planned.kind, name }, errors, step, after.get(path))
  })
  const databases = others.databases.map(({ path, config }) => {
    const decision = kept.get(path) ?? 'keep'
    return stepOf({ path, kind: 'database', name: config.database_name }, errors, { decision, before: null }, null)
  })
  return { steps: [...steps, ...databases], databases: [], secrets: secretsIn(errors) }
}

/** A file whose row can be written, unless the state of the store has changed by then. */
interface ReadyFile<R, Body> {
  path: string
  /**
   * The uuid of the row. If the uuid in the file is that of a row that the user may not see, another is derived from
   * it.
   */
  uuid: string
  databaseUuid: string | undefined
  prepared: Prepared<R, Body>
}

/**
 * Reads the files of the resource's folder and checks them as the bodies of POST and PUT. Adds errors by path. Returns
 * the function that writes the rows.
 */
export async function prepareImport<Table extends TableName, Body extends object>(
  services: Services,
  bundled: Bundled<Table, Body>,
  request: ImportRequest,
  values: Map<string, unknown>,
  errors: BundleErrors,
): Promise<WriteFiles> {
  const ready = await readFiles(services, bundled, request, values, errors)
  return async (run, databases) => {
    for (const file of ready.values()) await writeFile(run, bundled, request, databases, file)
    return ready.size
  }
}

/** The files of the resource's folder by the uuid of their rows. Adds errors by path. */
async function readFiles<Table extends TableName, Body extends object>(
  services: Services,
  bundled: Bundled<Table, Body>,
  request: ImportRequest,
  values: Map<string, unknown>,
  errors: BundleErrors,
): Promise<Map<string, ReadyFile<Row<Table>, Partial<Body>>>> {
  const { bundle, declared, mayImport } = bundled
  const ready = new Map<string, ReadyFile<Row<Table>, Partial<Body>>>()
  for (const [path, value] of values) {
    if (!path.startsWith(`${bundle.folder}/`)) continue
    if (!request.subject.permissions.has(mayImport)) {
      errors[path] = `User doesn't have permission to import ${declared.names.many}`
      continue
    }
    const file = await readFile(services, bundled, request, path, value, errors)
    if (file && !ready.has(file.uuid)) ready.set(file.uuid, file)
  }
  return ready
}

async function readFile<Table extends TableName, Body extends object>(
  services: Services,
  { declared, bundle }: Bundled<Table, Body>,
  { subject, author }: ImportRequest,
  path: string,
  value: unknown,
  errors: BundleErrors,
): Promise<ReadyFile<Row<Table>, Partial<Body>> | undefined> {
  const file = parseFields(bundle.file.extend(fileUuid), value)
  if (!file.ok) {
    errors[path] = file.fields
    return undefined
  }
  // `declareResource` has checked that the declaration has `create`
  const body = parseFields(declared.create as z.ZodType<Body>, bundle.read(file.value))
  if (!body.ok) {
    errors[path] = body.fields
    return undefined
  }
  // the fields of the schema `fileUuid`, which extends the declared one
  const { uuid: fileId, database_uuid: databaseUuid } = file.value as { uuid: string; database_uuid?: string | null }
  const { uuid, stored } = await findTarget(services.db, declared, subject, fileId)
  const change = { body: body.value, subject, author, parent: undefined, stored }
  const prepared = await catchErrors(errors, path, () => prepare(services, declared, change))
  return prepared && { path, uuid, databaseUuid: databaseUuid ?? undefined, prepared }
}

/**
 * The row that a file refers to: the one with its uuid. The uuid of a row that the user may not see is replaced by
 * another one, always the same: the import then has the same result as if there were no such row.
 */
async function findTarget<Table extends TableName>(
  db: Db,
  { table, policy }: Pick<Declaration<Table, object>, 'table' | 'policy'>,
  subject: Subject,
  uuid: string,
): Promise<{ uuid: string; stored: Row<Table> | undefined }> {
  const named = db
    .selectFrom(table as AnyTable)
    .selectAll()
    .where('uuid', '=', uuid)
  const row = await named.where(policy?.visible?.(subject) ?? everything).executeTakeFirst()
  if (row) return { uuid, stored: row as unknown as Row<Table> }
  if (!(await named.executeTakeFirst())) return { uuid, stored: undefined }
  return findTarget(db, { table, policy }, subject, derivedUuid(uuid, subject.user?.id))
}

/** Creates the row of a file, or overwrites the existing one. */
async function writeFile<Table extends TableName, Body extends object>(
  { trx, errors }: ImportRun,
  { declared, bundle }: Bundled<Table, Body>,
  { subject, overwrite }: ImportRequest,
  databases: ReadonlyMap<string, number>,
  { path, uuid, databaseUuid, prepared }: ReadyFile<Row<Table>, Partial<Body>>,
): Promise<void> {
  const { title } = declared
  const { stored } = await findTarget(trx, declared, subject, uuid)
  const place = bundle.database
    ? { [bundle.database]: await databaseOf(trx, subject, databaseUuid, databases) }
    : undefined
  if (place && databaseUuid !== undefined && Object.values(place)[0] === null) {
    complain(errors, path, { database_uuid: ['Database does not exist'] })
    return
  }
  const values = { ...prepared.values, ...place }
  if (!stored) {
    await catchErrors(errors, path, () => insertPrepared(trx, declared, { ...prepared, values }, uuid))
    return
  }
  const mine = await trx
    .selectFrom(declared.table as AnyTable)
    .select('id')
    .where('uuid', '=', uuid)
    .where(declared.policy?.writable?.(subject) ?? everything)
    .executeTakeFirst()
  if (!mine) errors[path] = `${title} already exists and user doesn't have permission to overwrite it`
  else if (!overwrite) errors[path] = `${title} already exists and \`overwrite=true\` was not passed`
  else {
    const change = { ...prepared.change, stored }
    await catchErrors(errors, path, () => updatePrepared(trx, declared, { ...prepared, change, values }))
  }
}

/**
 * The id of the database of a file, which is imported with the file or exists here; null if the user may not see it.
 */
async function databaseOf(
  trx: Db,
  subject: Subject,
  uuid: string | undefined,
  imported: ReadonlyMap<string, number>,
): Promise<number | null> {
  if (uuid === undefined) return null
  const row = await trx
    .selectFrom('databases')
    .select('id')
    .where((is) => is.or([is('uuid', '=', uuid), is('id', '=', imported.get(uuid) ?? 0)]))
    .where(visible.databases(subject))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Errors that the rules throw are reported for the file; any other error is a bug and ends the import. */
async function catchErrors<T>(errors: BundleErrors, path: string, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // fields of rules are texts or lists of texts (`Faults`)
    errors[path] = (error.fields as BundleErrors[string] | undefined) ?? error.message
    return undefined
  }
}
