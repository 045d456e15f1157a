import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { rightsChanged } from '../../access/subjects.ts'
import { insertChart, insertDashboard, loadBirths } from '../../chartData/testing/entities.ts'
import type { TestApp } from '../../testing/app.ts'

/** Charts, their readers, and row rules and rights that change: nothing may show what a reader may not see. */

export const RULES = [
  { name: 'boys', clause: "gender = 'boy'", hidden: /\bgirl\b/ },
  { name: 'elsewhere', clause: "state <> 'CA'", hidden: /\bCA\b/ },
] as const

const shown = { groupby: ['gender', 'state'], metrics: ['sum__num'], row_limit: 1000 }
export const FORMS = [
  { viz_type: 'table', query_mode: 'aggregate', ...shown },
  { viz_type: 'table', query_mode: 'aggregate', show_totals: true, ...shown },
  {
    viz_type: 'pivot_table_v2',
    groupbyRows: ['gender'],
    groupbyColumns: ['state'],
    metrics: ['sum__num'],
    rowTotals: true,
  },
  { viz_type: 'pie', groupby: ['gender'], metric: 'sum__num' },
  {
    viz_type: 'mixed_timeseries',
    x_axis: 'ds',
    time_grain_sqla: 'P1Y',
    metrics: ['count'],
    groupby: ['gender'],
    metrics_b: ['sum__num'],
    groupby_b: ['state'],
  },
  {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'ds',
    metrics: ['sum__num'],
    groupby: ['state'],
    contributionMode: 'row',
  },
]

/** Number of users. The bits of a user's index determine which row rules apply to the user. */
const READERS = 8

/** Which rules are in force, and whose account is closed or whose role is taken away. */
export const anyRound = fc.record({
  rules: fc.subarray([0, 1]),
  gone: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7], { maxLength: 3 }),
  readersOnly: fc.boolean(),
})
type Round = typeof anyRound extends fc.Arbitrary<infer Value> ? Value : never

/** The charts, a dashboard of them, and two users for each set of rules. */
export async function ruledBirths(server: TestApp) {
  const { services, addUser } = server
  const { db } = services
  const { databaseId, datasetId } = await loadBirths(services)
  const charts: number[] = []
  for (const [at, form] of FORMS.entries()) charts.push(await insertChart(services, datasetId, `chart ${at}`, form))
  const board = await insertDashboard(services, 'board', charts)
  const roles = RULES.map(({ name }) => ({ name: `sees ${name}` }))
  await db.insertInto('roles').values(roles).execute()
  const readers: number[] = []
  for (let at = 0; at < READERS; at++) {
    const own = RULES.filter((_rule, bit) => at & (1 << bit))
    readers.push(await addUser(`owner${at}`, ['Alpha', ...own.map(({ name }) => `sees ${name}`)]))
  }

  async function setRules(active: readonly number[]): Promise<void> {
    await db.deleteFrom('row_rules').execute()
    const stamps = { created_on: 0, changed_on: 0 }
    for (const at of active) {
      const rule = RULES[at]
      if (!rule) continue
      const role = await db
        .selectFrom('roles')
        .select('id')
        .where('name', '=', `sees ${rule.name}`)
        .executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('row_rules')
        .values({ ...stamps, uuid: randomUUID(), name: rule.name, filter_type: 'Regular', clause: rule.clause })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('row_rule_roles').values({ rule_id: id, role_id: role.id }).execute()
      await db.insertInto('row_rule_datasets').values({ rule_id: id, dataset_id: datasetId }).execute()
    }
  }

  /** Closes accounts for a round, or takes away the role by which they read data. */
  async function setGone(gone: readonly number[], readersOnly: boolean): Promise<void> {
    const alpha = await db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
    for (const [at, id] of readers.entries()) {
      const isGone = gone.includes(at)
      await db
        .updateTable('users')
        .set({ is_active: !isGone || readersOnly })
        .where('id', '=', id)
        .execute()
      await db.deleteFrom('user_roles').where('user_id', '=', id).where('role_id', '=', alpha.id).execute()
      if (!isGone || !readersOnly)
        await db.insertInto('user_roles').values({ user_id: id, role_id: alpha.id }).execute()
    }
  }

  return {
    databaseId,
    charts,
    board,
    readers,
    async setRound({ rules, gone, readersOnly }: Round): Promise<void> {
      await setRules(rules)
      await setGone(gone, readersOnly)
      await db.transaction().execute(rightsChanged)
    },
    /** The texts that this reader may not see. */
    hiddenFrom: (reader: number, { rules, gone }: Pick<Round, 'rules' | 'gone'>): RegExp[] =>
      gone.includes(reader)
        ? [/\b(boy|girl|CA|NY)\b/]
        : RULES.filter((_rule, at) => (reader & (1 << at)) > 0 && rules.includes(at)).map(({ hidden }) => hidden),
  }
}
