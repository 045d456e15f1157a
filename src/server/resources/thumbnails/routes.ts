import { MessageAnswer } from '../../../model/wire/answers.ts'
import { notFound } from '../../entities/owners.ts'
import type { Resource } from '../../resource.ts'

const addresses = [
  ['Chart', '/api/v1/chart/:id/cache_screenshot/'],
  ['Chart', '/api/v1/chart/:id/screenshot/:digest/'],
  ['Chart', '/api/v1/chart/:id/thumbnail/:digest/'],
  ['Dashboard', '/api/v1/dashboard/:id/thumbnail/:digest/'],
] as const

/** Pictures of saved objects: the flag THUMBNAILS of the contract is off, because lists draw their own. */
export const thumbnailRoutes: Resource = (app) => {
  for (const [view, address] of addresses) {
    app.get(address, { config: { requires: `can_read:${view}`, answer: MessageAnswer } }, async () => {
      throw notFound()
    })
  }
}
