import { bundleVersion, fileUuid, readBundle } from '../../model/bundle/bundle.ts'
import { parseFields } from '../../model/wire/fields.ts'
import { visible } from '../access/access.ts'
import { audit } from '../access/audit.ts'
import type { Subject } from '../access/subject.ts'
import { EXAMPLES_DATABASE_UUID, ensureExamplesDatabase } from '../embedded/tables.ts'
import { changed, created } from '../entities/changes.ts'
import { notFound } from '../entities/owners.ts'
import type { ImportRequest } from '../importExport/bundleRoutes.ts'
import { bundleOf, type ExportFiles, safeName } from '../importExport/exportBundle.ts'
import { databaseYaml } from '../importExport/exportFiles.ts'
import { importError, openBundle } from '../importExport/importBundle.ts'
import { importDatabases } from '../importExport/importDatabases.ts'
import type { ImportRun } from '../importExport/order.ts'
import type { Services } from '../services.ts'
import type { Row, TableName } from '../storage/schema.ts'
import { everything } from './collection.ts'
import type { BundleDeclaration, Declaration } from './declaration.ts'

/** One table type represents all: the union of all table types allows no query. */
type AnyTable = 'annotation_layers'
type Declared<Table extends TableName, Body extends object> = Pick<
  Declaration<Table, Body>,
  'table' | 'policy' | 'view' | 'title' | 'kind'
>

/**
 * The files of some rows, and of those of their databases that the user may see. An id that the user may not see
 * responds with not found.
 */
export async function exportDeclared<Table extends TableName, Body extends object>(
  { db, now }: Services,
  { table, policy }: Declared<Table, Body>,
  bundle: BundleDeclaration<Row<Table>>,
  subject: Subject,
  ids: readonly number[],
): Promise<ExportFiles> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) throw notFound()
  const rows = (await db
    .selectFrom(table as AnyTable)
    .selectAll()
    .where('id', 'in', wanted)
    .where(policy?.visible?.(subject) ?? everything)
    .orderBy('id')
    .execute()) as unknown as (Row<Table> & { uuid: string })[]
  if (rows.length < wanted.length) throw notFound()
  const column = bundle.database
  const databaseIds = column ? rows.flatMap((row) => (row[column] as number | null) ?? []) : []
  const databases = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', 'in', [0, ...databaseIds])
    .where(visible.databases(subject))
    .execute()
  const files = rows.map((row): [string, unknown] => {
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
  for (const row of databases) {
    files.push([`databases/${safeName(row.database_name) || row.uuid}.yaml`, databaseYaml(row, 'file')])
  }
  return bundleOf(bundle.type, files, now())
}

/** Imports a bundle, all of it or nothing. Throws AppError: 422 in the contract's shape, complaints by file in `extra`. */
export async function importDeclared<Table extends TableName, Body extends object>(
  services: Services,
  declared: Declared<Table, Body>,
  bundle: BundleDeclaration<Row<Table>>,
  request: ImportRequest,
): Promise<void> {
  const { values, errors } = await openBundle(request.bundle, bundle.type)
  const { bundle: others, errors: otherErrors } = readBundle(values)
  Object.assign(errors, otherErrors)
  const entries = [...values].flatMap(([path, value]) => {
    if (!path.startsWith(`${bundle.folder}/`)) return []
    const parsed = parseFields(bundle.file.extend(fileUuid), value)
    if (parsed.ok) return [{ path, file: parsed.value as Record<string, unknown> & FileUuids }]
    errors[path] = parsed.fields
    return []
  })
  if (Object.keys(errors).length > 0) throw importError(bundle.title, errors)
  if (others.databases.some(({ config }) => config.uuid === EXAMPLES_DATABASE_UUID))
    await ensureExamplesDatabase(services.db, services.now)
  const { author, subject, passwords } = request
  await services.db.transaction().execute(async (trx) => {
    const run: ImportRun = { trx, services, order: { kind: 'assets', author, subject, passwords }, errors }
    const databases = await importDatabases(run, others.databases)
    for (const { path, file } of entries) {
      const database = databases.get(file.database_uuid ?? '')
      const place = bundle.database ? { [bundle.database]: database ?? null } : {}
      await importRow(run, { declared, bundle, request }, path, { uuid: file.uuid, ...bundle.read(file), ...place })
    }
    if (Object.keys(errors).length > 0) throw importError(bundle.title, errors)
    const details = { overwrite: request.overwrite, [bundle.folder]: entries.length }
    const entry = { action: 'import', subject, object: bundle.type, address: author.address, details }
    await audit(trx, entry, author.now)
  })
}

interface FileUuids {
  uuid: string
  database_uuid?: string | null
}

interface Importing<Table extends TableName, Body extends object> {
  declared: Declared<Table, Body>
  bundle: BundleDeclaration<Row<Table>>
  request: ImportRequest
}

/** Creates the row of a file, or overwrites the existing one. */
async function importRow<Table extends TableName, Body extends object>(
  { trx, errors }: ImportRun,
  { declared, request }: Importing<Table, Body>,
  path: string,
  values: { uuid: string } & Record<string, unknown>,
): Promise<void> {
  const { table, policy, title } = declared
  const { subject, author } = request
  const named = trx
    .selectFrom(table as AnyTable)
    .select('id')
    .where('uuid', '=', values.uuid)
  const existing = await named.executeTakeFirst()
  if (!existing) {
    const { uuid, ...columns } = values
    await trx
      .insertInto(table as AnyTable)
      .values({ ...created(author, uuid), ...columns } as never)
      .execute()
    return
  }
  const mine = await named
    .where(policy?.visible?.(subject) ?? everything)
    .where(policy?.writable?.(subject) ?? everything)
    .executeTakeFirst()
  if (!mine) {
    errors[path] = `${title} already exists and user doesn't have permission to overwrite it`
  } else if (!request.overwrite) {
    errors[path] = `${title} already exists and \`overwrite=true\` was not passed`
  } else {
    await trx
      .updateTable(table as AnyTable)
      .set({ ...values, ...changed(author) } as never)
      .where('id', '=', existing.id)
      .execute()
  }
}
