import type { BundleErrors } from '../../model/bundle/bundle.ts'
import { isRecord } from '../../model/wire/json.ts'
import { visible } from '../access/access.ts'
import type { Subject } from '../access/subject.ts'
import type { Db } from '../storage/schema.ts'
import { complain } from './order.ts'

/**
 * Datasets of old exports refer to their database by name. They get the uuid of the database with that name on this
 * server, or else of the database with that name in the file.
 */
export async function nameDatabases(
  db: Db,
  values: Map<string, unknown>,
  errors: BundleErrors,
  subject: Subject | undefined,
): Promise<void> {
  const named = [...values].flatMap(([path, file]) =>
    path.startsWith('datasets/') && isRecord(file) && !('database_uuid' in file) ? [[path, file] as const] : [],
  )
  if (named.length === 0) return
  let stored = db.selectFrom('databases').select(['database_name', 'uuid'])
  if (subject) stored = stored.where(visible.databases(subject))
  const uuids = new Map((await stored.execute()).map((row) => [row.database_name, row.uuid]))
  for (const [path, file] of values) {
    if (!path.startsWith('databases/') || !isRecord(file)) continue
    const { database_name: name, uuid } = file
    if (typeof name !== 'string' || typeof uuid !== 'string') continue
    if (uuids.has(name)) values.delete(path)
    else uuids.set(name, uuid)
  }
  for (const [path, { database_name: name, ...file }] of named) {
    const uuid = typeof name === 'string' ? uuids.get(name) : undefined
    if (uuid !== undefined) values.set(path, { ...file, database_uuid: uuid })
    else {
      values.delete(path)
      const what = typeof name === 'string' ? `Database ${name} does not exist` : 'The file does not name its database'
      complain(errors, path, { database_name: [what] })
    }
  }
}
