import { changed, created } from '../entities/changes.ts'
import { addRelated, relations } from '../entities/owners.ts'
import type { NewRow } from '../storage/schema.ts'
import type { ImportRun } from './order.ts'

const ownersOf = {
  charts: relations.chartOwners,
  dashboards: relations.dashboardOwners,
  datasets: relations.datasetOwners,
} as const

type Table = keyof typeof ownersOf
/** What a file says of a thing; who made it and when is added here. */
type Columns<T extends Table> = Omit<NewRow<T>, 'uuid' | 'created_on' | 'changed_on' | 'created_by' | 'changed_by'>

/** Writes an imported thing over the one that is there, or makes it; the importer becomes an owner. Gives its id. */
export async function saveImported<T extends Table>(
  { trx, order }: ImportRun,
  table: T,
  existing: { id: number } | undefined,
  uuid: string,
  columns: Columns<T>,
): Promise<number> {
  // the three tables are written alike; the types of the query builder know one at a time
  const [name, values] = [table as 'charts', columns as unknown as Columns<'charts'>]
  if (existing) {
    await trx
      .updateTable(name)
      .set({ ...values, ...changed(order.author) })
      .where('id', '=', existing.id)
      .execute()
  }
  const id =
    existing?.id ??
    (
      await trx
        .insertInto(name)
        .values({ ...created(order.author, uuid), ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await addRelated(trx, ownersOf[table], id, order.author.userId === null ? [] : [order.author.userId])
  return id
}
