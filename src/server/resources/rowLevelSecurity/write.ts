import { isTemplate } from '../../../engine/templates/index.ts'
import type { RowRuleCreate, RowRuleUpdate } from '../../../model/dataset/rowRuleForm.ts'
import type { Subject } from '../../access/subject.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { tablesOf } from '../../chartData/readerView.ts'
import { type Author, changed, checkVersion, created, recordChange } from '../../entities/changes.ts'
import { notFound, unprocessable } from '../../entities/owners.ts'
import type { Services } from '../../services.ts'
import type { Db, Trx } from '../../storage/schema.ts'

type Fields = Record<string, string[]>

/** @throws AppError 422 with a field map where names are taken or something named does not exist */
export async function createRowRule(services: Services, author: Author, body: RowRuleCreate): Promise<number> {
  const clause = await clauseFaults(services, body)
  return services.db.transaction().execute(async (trx) => {
    await check(trx, body, clause)
    const { tables, roles, ...values } = body
    const { id } = await trx
      .insertInto('row_rules')
      .values({ ...values, ...created(author) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setParts(trx, id, { tables, roles })
    await recorded(trx, 'create', id, author)
    return id
  })
}

/** Fields that the body does not have stay as they are. Returns the new version. */
export async function updateRowRule(
  services: Services,
  subject: Subject,
  author: Author,
  id: number,
  body: RowRuleUpdate,
  ifMatch: string | undefined,
): Promise<number> {
  const { db, can } = services
  await can(subject, 'write', { kind: 'RowRule', id })
  const clause = await clauseFaults(services, await asItWillBe(db, id, body))
  return db.transaction().execute(async (trx) => {
    const rule = await trx.selectFrom('row_rules').selectAll().where('id', '=', id).executeTakeFirst()
    if (!rule) throw notFound()
    await checkVersion(trx, rule, ifMatch)
    await check(trx, body, clause, id)
    const { tables, roles, ...values } = body
    await trx
      .updateTable('row_rules')
      .set({ ...values, ...changed(author) })
      .where('id', '=', id)
      .execute()
    await setParts(trx, id, { tables, roles })
    await recorded(trx, 'update', id, author)
    return rule.version + 1
  })
}

/** Deletes rules, all or none. */
export async function deleteRowRules(
  { db, can }: Services,
  subject: Subject,
  author: Author,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) await can(subject, 'write', { kind: 'RowRule', id })
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('row_rules')
      .where('id', 'in', [...ids])
      .execute()
    for (const id of ids) await recorded(trx, 'delete', id, author)
  })
}

/** The clause and the datasets that a rule will have, where one of them changes. */
async function asItWillBe(db: Db, id: number, body: RowRuleUpdate): Promise<Pick<RowRuleUpdate, 'clause' | 'tables'>> {
  if (body.clause === undefined && !body.tables) return {}
  const stored = await db.selectFrom('row_rules').select('clause').where('id', '=', id).executeTakeFirst()
  const bound = await db.selectFrom('row_rule_datasets').select('dataset_id').where('rule_id', '=', id).execute()
  return {
    clause: body.clause ?? stored?.clause,
    tables: body.tables ?? bound.map(({ dataset_id }) => dataset_id),
  }
}

/** What of a clause is no condition on the datasets. What a template becomes is judged when it is used. */
async function clauseFaults(
  { db, connections, gate }: Services,
  { clause, tables = [] }: Pick<RowRuleUpdate, 'clause' | 'tables'>,
): Promise<string[]> {
  if (clause === undefined || isTemplate(clause)) return []
  const datasets = await db
    .selectFrom('datasets')
    .select(['table_name', 'database_id'])
    .where('id', 'in', [...tables, -1])
    .orderBy('id')
    .execute()
  const faults: string[] = []
  for (const { table_name, database_id } of datasets) {
    const connection = await connections.of(database_id)
    const verdict = await gate.condition(connection, clause, tablesOf(connection))
    if (!verdict.ok) faults.push(`The clause is not a valid condition for "${table_name}": ${verdict.message}`)
  }
  return faults
}

async function check(trx: Trx, body: RowRuleUpdate, clause: string[], own?: number): Promise<void> {
  const fields: Fields = {}
  if (body.name !== undefined) {
    const same = await trx.selectFrom('row_rules').select('id').where('name', '=', body.name).executeTakeFirst()
    if (same && same.id !== own) fields.name = ['Name must be unique']
  }
  if (body.tables) {
    const known = await trx.selectFrom('datasets').select('id').where('id', 'in', body.tables).execute()
    if (known.length < new Set(body.tables).size) fields.tables = ['One or more tables do not exist']
  }
  if (body.roles?.length) {
    const known = await trx.selectFrom('roles').select('id').where('id', 'in', body.roles).execute()
    if (known.length < new Set(body.roles).size) fields.roles = ['One or more roles do not exist']
  }
  if (clause.length > 0) fields.clause = clause
  if (Object.keys(fields).length > 0) throw unprocessable(fields)
}

async function setParts(
  trx: Trx,
  id: number,
  { tables, roles }: Pick<RowRuleUpdate, 'tables' | 'roles'>,
): Promise<void> {
  if (tables) {
    await trx.deleteFrom('row_rule_datasets').where('rule_id', '=', id).execute()
    const rows = [...new Set(tables)].map((dataset) => ({ rule_id: id, dataset_id: dataset }))
    await trx.insertInto('row_rule_datasets').values(rows).execute()
  }
  if (roles) {
    await trx.deleteFrom('row_rule_roles').where('rule_id', '=', id).execute()
    const rows = [...new Set(roles)].map((role) => ({ rule_id: id, role_id: role }))
    if (rows.length > 0) await trx.insertInto('row_rule_roles').values(rows).execute()
  }
}

/** Rules are rights: from the next request on everybody has them. */
async function recorded(trx: Trx, verb: string, id: number, author: Author): Promise<void> {
  await rightsChanged(trx)
  await recordChange(trx, author, verb, { kind: 'RowRule', id })
}
