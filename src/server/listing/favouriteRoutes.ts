import { DoneAnswer, FavouriteStatusAnswer } from '../../model/wire/answers.ts'
import { parseIds } from '../../model/wire/listQuery.ts'
import type { Subject } from '../access/subject.ts'
import { notFound } from '../entities/owners.ts'
import type { App, Policy } from '../resource.ts'
import type { Services } from '../services.ts'
import type { Collection } from './collection.ts'
import type { StarClass } from './favourites.ts'
import { readQ } from './list.ts'
import { idParams, qParam } from './readRoutes.ts'

/** Favorites of a resource: which of some objects the user has starred, and setting and removing a star. */
export function addFavouriteRoutes(
  app: App,
  services: Services,
  {
    path,
    view,
    collection,
    className,
    flag,
  }: {
    path: string
    view: string
    collection: Pick<Collection, 'table' | 'visible'>
    className: StarClass
    /** The feature flag without which the addresses do not exist. */
    flag?: string
  },
): void {
  const { db, now } = services
  const config = { requires: `can_read:${view}` as Policy, flag, answer: DoneAnswer }
  const status = { ...config, answer: FavouriteStatusAnswer }

  app.get(
    `${path}/favorite_status/`,
    { config: status, schema: { querystring: qParam } },
    async ({ subject, query }) => {
      const ids = readQ(query.q, parseIds)
      if (ids.length === 0) throw notFound()
      if (!(await isAnyVisible(subject, ids))) throw notFound()
      const rows = await db
        .selectFrom('favourites')
        .select('obj_id')
        .where('user_id', '=', subject.user?.id ?? 0)
        .where('class_name', '=', className)
        .where('obj_id', 'in', ids)
        .execute()
      const starred = new Set(rows.map((row) => row.obj_id))
      return { result: ids.map((id) => ({ id, value: starred.has(id) })) }
    },
  )

  const options = { config, schema: { params: idParams } }

  app.post(`${path}/:id/favorites/`, options, async ({ subject, params: { id } }) => {
    if (!(await isAnyVisible(subject, [id]))) throw notFound()
    if (subject.user) await star({ db, now }, subject.user.id, className, id)
    return { result: 'OK' }
  })

  app.delete(`${path}/:id/favorites/`, options, async ({ subject, params: { id } }) => {
    if (!(await isAnyVisible(subject, [id]))) throw notFound()
    if (subject.user) await unstar({ db }, subject.user.id, className, id)
    return { result: 'OK' }
  })

  async function isAnyVisible(subject: Subject, ids: number[]): Promise<boolean> {
    const row = await db
      // Every listed table has an id; the union of their types guarantees no more than that.
      .selectFrom(collection.table as 'charts')
      .select('id')
      .where('id', 'in', ids)
      .where(collection.visible(services, subject))
      .executeTakeFirst()
    return row !== undefined
  }
}

/** Adds a star once, even if it is requested repeatedly. */
export async function star(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: number,
  className: string,
  id: number,
): Promise<void> {
  await db
    .insertInto('favourites')
    .values({ user_id: userId, class_name: className, obj_id: id, dttm: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function unstar(
  { db }: Pick<Services, 'db'>,
  userId: number,
  className: string,
  id: number,
): Promise<void> {
  await db
    .deleteFrom('favourites')
    .where('user_id', '=', userId)
    .where('class_name', '=', className)
    .where('obj_id', '=', id)
    .execute()
}
