import { SearchAnswer, SearchAsked, searchedKinds } from '../../../model/search/searchAnswer.ts'
import { has } from '../../access/subject.ts'
import type { Resource } from '../../resource.ts'
import { describeFound } from '../../search/describeFound.ts'
import { findObjects } from '../../search/findObjects.ts'
import { createSearchIndex } from '../../search/searchIndex.ts'

/** How long a search waits for recent changes to be indexed. */
const CATCH_UP_MS = 30

/** `/api/v1/search/`: dashboards, charts, datasets and saved queries by the words in them. */
export const searchRoutes: Resource = (app, services) => {
  const index = createSearchIndex(services)
  app.addHook('onReady', async () => index.nudge())
  app.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') index.nudge()
  })
  app.addHook('onClose', () => index.close())

  app.get(
    '/api/v1/search/',
    { config: { requires: 'signed_in', answer: SearchAnswer }, schema: { querystring: SearchAsked } },
    async ({ subject, query: { text, kind, limit } }) => {
      const isComplete = await index.catchUp(CATCH_UP_MS)
      const kinds = searchedKinds.filter(
        (each) => (kind === undefined || each === kind) && has(subject, `can_read:${each}`),
      )
      const found = await findObjects(services, subject, { text, kinds, limit })
      const result = []
      for (const [each, objects] of found) result.push(...(await describeFound(services.db, each, objects, text)))
      const more = [...found].filter(([, { isMore }]) => isMore).map(([each]) => each)
      return { result, more, is_complete: isComplete }
    },
  )
}
