import { ownValue } from '../../model/basics/ownValue.ts'
import type { BundleErrors } from '../../model/bundle/bundle.ts'
import type { ImportPlan } from '../../model/bundle/importPlan.ts'
import { isRecord } from '../../model/wire/json.ts'
import { visible } from '../access/access.ts'
import type { Db } from '../storage/schema.ts'
import { complain, type ImportOrder } from './order.ts'

type Json = Record<string, unknown>

const filesIn = (values: ReadonlyMap<string, unknown>, folder: string): [path: string, file: Json][] =>
  [...values].flatMap(([path, file]) => (path.startsWith(`${folder}/`) && isRecord(file) ? [[path, file]] : []))

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * The databases of a bundle with the schemas of their datasets. Datasets of old exports name a database without a file:
 * this database gets the path that its file would have.
 */
export function describedDatabases(values: ReadonlyMap<string, unknown>): ImportPlan['databases'] {
  const found = new Map<string, { name: string; uuid: string }>()
  for (const [path, file] of filesIn(values, 'databases'))
    found.set(path, { name: text(file['database_name']), uuid: text(file['uuid']).toLowerCase() })
  const datasets = filesIn(values, 'datasets').map(([, file]) => file)
  for (const { database_name: name } of datasets)
    if (typeof name === 'string' && ![...found.values()].some((each) => each.name === name))
      found.set(`databases/${name}.yaml`, { name, uuid: '' })
  return [...found].map(([path, { name, uuid }]) => {
    const own = datasets.filter((file) => isOf(file, name, uuid))
    return { path, name, schemas: [...new Set(own.map((file) => text(file['schema'])))].sort() }
  })
}

const isOf = (dataset: Json, name: string, uuid: string) =>
  'database_uuid' in dataset ? text(dataset['database_uuid']).toLowerCase() === uuid : dataset['database_name'] === name

/**
 * Replaces databases of a bundle with databases of this server that the request names: the files of the replaced
 * databases are left out, and their datasets get the target and its schemas. A target that the user may not see is an
 * error.
 */
export async function mapDatabases(
  db: Db,
  values: Map<string, unknown>,
  errors: BundleErrors,
  { mapping = {}, subject }: ImportOrder,
): Promise<void> {
  for (const { path, name } of describedDatabases(values)) {
    const target = ownValue(mapping, path)
    if (!target) continue
    let known = db.selectFrom('databases').select('uuid').where('id', '=', target.database_id)
    if (subject) known = known.where(visible.databases(subject))
    const found = await known.executeTakeFirst()
    if (!found) {
      complain(errors, path, { database_id: ['Database does not exist'] })
      continue
    }
    const file = values.get(path)
    const uuid = isRecord(file) ? text(file['uuid']).toLowerCase() : ''
    values.delete(path)
    for (const [place, dataset] of filesIn(values, 'datasets')) {
      if (!isOf(dataset, name, uuid)) continue
      const { database_name: _, ...rest } = dataset
      const schema = ownValue(target.schemas ?? {}, text(dataset['schema']))
      const moved = schema === undefined ? {} : { schema: schema === '' ? null : schema, catalog: null }
      values.set(place, { ...rest, ...moved, database_uuid: found.uuid })
    }
  }
}
