import { changed, created, lockRow } from '../entities/changes.ts'
import { addRelated, relations } from '../entities/owners.ts'
import { recordReplaced } from '../entities/versions.ts'
import type { NewRow } from '../storage/schema.ts'
import type { ImportRun } from './order.ts'

const ownersOf = {
  charts: relations.chartOwners,
  dashboards: relations.dashboardOwners,
  datasets: relations.datasetOwners,
} as const

const kinds = { charts: 'Chart', dashboards: 'Dashboard', datasets: 'Dataset' } as const

type Table = keyof typeof ownersOf
/** The values of a file. The creator and the time are added here. */
type Columns<T extends Table> = Omit<NewRow<T>, 'uuid' | 'created_on' | 'changed_on' | 'created_by' | 'changed_by'>

/**
 * Replaces an existing object with an imported one, or creates it. The importing user becomes an owner. Returns its id.
 */
export async function saveImported<T extends Table>(
  { trx, order }: ImportRun,
  table: T,
  existing: { id: number } | undefined,
  uuid: string,
  columns: Columns<T>,
): Promise<number> {
  // the three tables are written in the same way, but the query builder's types accept only one at a time
  const [name, values] = [table as 'charts', columns as unknown as Columns<'charts'>]
  if (existing) {
    const row = await lockRow(trx, name, existing.id)
    // the row has the type of a chart, but is a row of `table`
    if (row) await recordReplaced(trx, kinds[table], row)
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
