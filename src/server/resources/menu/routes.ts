import { MenuAnswer } from '../../../model/wire/bootstrap.ts'
import { menuFor } from '../../menu.ts'
import type { Resource } from '../../resource.ts'

/** The navigation entries that the caller may open. */
export const menuRoutes: Resource = (app, services) => {
  app.get('/api/v1/menu/', { config: { requires: 'signed_in', answer: MenuAnswer } }, async ({ subject }) => ({
    result: menuFor(services, subject),
  }))
}
