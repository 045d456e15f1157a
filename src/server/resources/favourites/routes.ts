import { z } from 'zod'
import { star, unstar } from '../../listing/favouriteRoutes.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'

const params = z.object({
  className: z.enum(['slice', 'Dashboard', 'query']),
  id: idParams.shape.id,
  action: z.string(),
})

/**
 * Stars at the legacy address. The object need not exist: a star without an object is not shown. The call changes state
 * by GET, so browsers may make it only from our own pages.
 */
export const favouriteRoutes: Resource = (app, services) => {
  app.get(
    '/superset/favstar/:className/:id/:action/',
    { config: { requires: 'can_favstar:Superset', errors: 'C', changesState: true }, schema: { params } },
    async (request) => {
      const { className, id, action } = request.params
      const userId = request.subject.user?.id ?? 0
      if (action === 'select') await star(services, userId, className, id)
      else if (action === 'unselect') await unstar(services, userId, className, id)
      const found = await services.db
        .selectFrom('favourites')
        .select('obj_id')
        .where('user_id', '=', userId)
        .where('class_name', '=', className)
        .where('obj_id', '=', id)
        .execute()
      return { count: found.length }
    },
  )
}
