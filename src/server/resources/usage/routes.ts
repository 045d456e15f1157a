import { UsageAnswer, UsageAsked } from '../../../model/usage/usageForm.ts'
import { usageOf } from '../../entities/usage.ts'
import type { Resource } from '../../resource.ts'

const kinds = { dataset: 'Dataset', database: 'Database', chart: 'Chart' } as const

/** `/api/v1/usage/`: what uses objects, or columns and metrics of a dataset, before they are deleted. */
export const usageRoutes: Resource = (app, services) => {
  app.post(
    '/api/v1/usage/',
    { config: { requires: 'signed_in', safe: true, answer: UsageAnswer }, schema: { body: UsageAsked } },
    async ({ subject, body }) => {
      for (const id of body.ids) await services.can(subject, 'read', { kind: kinds[body.kind], id })
      if (body.ids.length === 0) {
        const none = { count: 0, result: [] }
        return { result: { charts: none, dashboards: none, datasets: none, saved_queries: none, row_rules: none } }
      }
      return { result: await usageOf(services, subject, body) }
    },
  )
}
