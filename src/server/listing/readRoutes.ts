import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { DistinctAnswer, InfoAnswer, ListAnswer, RelatedAnswer } from '../../model/wire/answers.ts'
import { maxId } from '../../model/wire/fields.ts'
import { parseInfoQuery } from '../../model/wire/listQuery.ts'
import { namedLanguageOf } from '../language.ts'
import type { App, Policy } from '../resource.ts'
import type { Services } from '../services.ts'
import type { Collection } from './collection.ts'
import { type FormFields, infoAnswer } from './info.ts'
import { keepAnswers } from './keptAnswers.ts'
import { listAnswer, readQ } from './list.ts'
import { distinctAnswer, type RelatedColumn, relatedAnswer } from './related.ts'

/** An id in an address: only digits. Numbers that are too large become the largest id, which no object has. */
const idText = z
  .string()
  .regex(/^\d+$/)
  // for the OpenAPI description
  .meta({ type: 'integer', minimum: 0, pattern: undefined })
  .transform((text) => Math.min(Number(text), maxId))
export const idParams = z.object({ id: idText })
export const qParam = z.object({ q: z.string().optional() })
const columnParams = z.object({ column: z.string() })

export interface ReadRoutes {
  /** `/api/v1/chart` */
  path: string
  /** Name of the resource in permissions: `Chart` */
  view: string
  collection: Collection
  /** Permission names that `_info` may report. */
  permissions: readonly string[]
  forms: FormFields | (() => FormFields)
  related: readonly RelatedColumn[]
  distinct?: Record<string, RawBuilder<string | null>>
  /** Names of the permissions for reading, if they are not `can_read`. */
  requires?: { list?: string; info?: string }
  /** The feature flag without which the addresses do not exist. */
  flag?: string
  /** Rows in the format of responses, with all their columns. */
  row?: z.ZodType
  hasNoInfo?: boolean
}

/** The routes of every listed resource: list, `_info`, `related/{column}`, `distinct/{column}`. */
export function addReadRoutes(app: App, services: Services, routes: ReadRoutes): void {
  const { path, view, collection, flag } = routes
  const { list = 'can_read', info = list } = routes.requires ?? {}
  const config = { requires: `${list}:${view}` as Policy, flag }
  const listConfig = routes.row ? { ...config, answer: ListAnswer(routes.row) } : config
  const infoConfig = { requires: `${info}:${view}` as Policy, flag, answer: InfoAnswer }
  const forms = () => (typeof routes.forms === 'function' ? routes.forms() : routes.forms)
  const kept = keepAnswers(services)

  app.get(`${path}/`, { config: listConfig, schema: { querystring: qParam } }, async (request, reply) => {
    const { subject, query } = request
    const asked = { q: query.q, language: namedLanguageOf(services, request) }
    const body = await kept(subject, `${asked.language ?? ''} ${query.q ?? ''}`, () =>
      listAnswer(services, collection, subject, asked),
    )
    return reply.type('application/json; charset=utf-8').send(body)
  })
  if (!routes.hasNoInfo) {
    app.get(`${path}/_info`, { config: infoConfig, schema: { querystring: qParam } }, async ({ subject, query }) =>
      infoAnswer(collection, forms(), routes.permissions, view, subject, readQ(query.q, parseInfoQuery)),
    )
  }
  if (routes.related.length > 0) {
    const schema = { querystring: qParam, params: columnParams }
    app.get(`${path}/related/:column`, { config: { ...config, answer: RelatedAnswer }, schema }, (request) =>
      relatedAnswer(services, request.subject, request.params.column, routes.related, {
        q: request.query.q,
        language: namedLanguageOf(services, request),
      }),
    )
  }
  const { distinct } = routes
  if (distinct) {
    const schema = { querystring: qParam, params: columnParams }
    app.get(`${path}/distinct/:column`, { config: { ...config, answer: DistinctAnswer }, schema }, (request) => {
      const { subject, params, query } = request
      const expression = Object.hasOwn(distinct, params.column) ? distinct[params.column] : undefined
      const asked = { q: query.q, language: namedLanguageOf(services, request) }
      return distinctAnswer(services, collection, subject, expression, asked)
    })
  }
}
