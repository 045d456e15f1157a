import { TrashList, TrashRestore, TrashRestored } from '../../../model/trash/trashForm.ts'
import { authorOf } from '../../entities/changes.ts'
import { listTrash, restoreFromTrash } from '../../entities/trash.ts'
import type { Resource } from '../../resource.ts'

/** `/api/v1/trash`: deleted charts, dashboards and datasets that the user may restore. */
export const trashRoutes: Resource = (app, { db, now }) => {
  app.get('/api/v1/trash/', { config: { requires: 'signed_in', answer: TrashList } }, async ({ subject }) => {
    const result = await listTrash(db, subject)
    return { count: result.length, result }
  })

  app.post(
    '/api/v1/trash/restore',
    { config: { requires: 'signed_in', answer: TrashRestored }, schema: { body: TrashRestore } },
    async (request) => {
      const { kind, ids } = request.body
      return { ids: await restoreFromTrash(db, request.subject, authorOf(request, now()), kind, ids) }
    },
  )
}
