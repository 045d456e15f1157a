import { JoinedDatasetCreate, JoinPlan, JoinPreviewAnswer } from '../../../model/dataset/joinPlan.ts'
import { SavedAnswer } from '../../../model/wire/answers.ts'
import { closeSignal } from '../../closeSignal.ts'
import { authorOf } from '../../entities/changes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { createJoinedDataset, previewJoin } from './joined.ts'

/** Datasets of several tables: the query and what is known about each join, and the new dataset. */
export function addJoinRoutes(app: App, services: Services): void {
  const write = { requires: 'can_write:Dataset' } as const

  app.post(
    '/api/v1/dataset/join/preview',
    { config: { ...write, safe: true, answer: JoinPreviewAnswer }, schema: { body: JoinPlan } },
    async ({ subject, body }, reply) => ({ result: await previewJoin(services, subject, body, closeSignal(reply)) }),
  )

  app.post(
    '/api/v1/dataset/join/',
    { config: { ...write, answer: SavedAnswer, statuses: [201] }, schema: { body: JoinedDatasetCreate } },
    async (request, reply) => {
      const id = await createJoinedDataset(services, request.subject, authorOf(request, services.now()), request.body)
      reply.code(201)
      return { id, result: request.body }
    },
  )
}
