import { z } from 'zod'
import { datasourceTypes } from '../../../model/chart/chart.ts'
import type { Subject } from '../../access/subject.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

/** The maximum number of datasets in one call: each is a condition of the statements below. */
const MAX_DATASETS = 1000

const Datasource = z.strictObject({
  database_name: z.string().nullish(),
  datasource_name: z.string().nullish(),
  schema: z.string().nullish(),
  datasource_type: z.enum(datasourceTypes),
})
const Body = z.strictObject({
  datasource_uids: z.array(z.string()).max(MAX_DATASETS).nullish(),
  datasources: z.array(Datasource).max(MAX_DATASETS).nullish(),
})

/** `/api/v1/cachekey/invalidate`: cached results of datasets are no longer used; the next request runs the query. */
export const cacheKeyRoutes: Resource = (app, services) => {
  app.post(
    '/api/v1/cachekey/invalidate',
    {
      config: {
        requires: 'can_invalidate:CacheRestApi',
        errors: 'A, fields as text',
        answer: z.strictObject({}),
        statuses: [201],
      },
      schema: { body: Body },
    },
    async ({ subject, body }, reply) => {
      const named = await idsByName(services, body.datasources ?? [])
      await giveUp(services, subject, [...idsOfUids(body.datasource_uids ?? []), ...named])
      reply.code(201)
      return {}
    },
  )
}

/** Ids of texts such as `7__table`; other texts are ignored. */
const idsOfUids = (uids: readonly string[]): number[] =>
  uids.map((uid) => Number(/^(\d{1,9})__table$/.exec(uid)?.[1])).filter((id) => id > 0)

async function idsByName({ db }: Services, datasources: readonly z.infer<typeof Datasource>[]): Promise<number[]> {
  const ids: number[] = []
  for (const { database_name, datasource_name, schema, datasource_type } of datasources) {
    if (!database_name || !datasource_name || datasource_type !== 'table') continue
    const found = await db
      .selectFrom('datasets')
      .innerJoin('databases', 'databases.id', 'datasets.database_id')
      .select('datasets.id')
      .where('databases.database_name', '=', database_name)
      .where('datasets.table_name', '=', datasource_name)
      .$if(Boolean(schema), (query) => query.where('datasets.schema', '=', schema ?? ''))
      .execute()
    ids.push(...found.map(({ id }) => id))
  }
  return ids
}

/** Gives up the cached results of datasets. Datasets that do not exist or that the caller may not see are ignored. */
async function giveUp({ db, access }: Services, subject: Subject, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('datasets')
    .set((eb) => ({ answers_version: eb('answers_version', '+', 1) }))
    .where('id', 'in', [...new Set(ids)])
    .where(access.visible.datasets(subject))
    .execute()
}
