import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { EmbeddedAnswer, EmbeddedForm, GuestTokenAnswer, GuestTokenForm } from '../../../model/dashboard/embedding.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { isoTime } from '../../../model/wire/wireTime.ts'
import { audit } from '../../access/audit.ts'
import { datasetsOf, embeddedIds, issueGuestToken } from '../../access/guests.ts'
import type { Subject } from '../../access/subject.ts'
import { authorOf, recordChange } from '../../entities/changes.ts'
import { findDashboard } from '../../entities/dashboards.ts'
import { notFound, unprocessable } from '../../entities/owners.ts'
import { findPeople } from '../../entities/people.ts'
import { clauseRights } from '../../entities/ruleClause.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../storage/schema.ts'

const path = '/api/v1/dashboard/:idOrSlug/embedded'
const slugParams = z.object({ idOrSlug: z.string() })
const flag = 'EMBEDDED_SUPERSET'

/** Which dashboards other sites may show, and tokens for the visitors of those sites. */
export const embeddingRoutes: Resource = (app, services) => {
  const { db, can, now, keys } = services

  async function dashboardOf(subject: Subject, idOrSlug: string, action: 'read' | 'own'): Promise<number> {
    const dashboard = await findDashboard(db, idOrSlug)
    if (!dashboard) throw notFound()
    await can(subject, action, { kind: 'Dashboard', id: dashboard.id })
    return dashboard.id
  }
  const settingOf = (dashboardId: number) =>
    db.selectFrom('embedded_dashboards').selectAll().where('dashboard_id', '=', dashboardId).executeTakeFirst()

  app.get(
    path,
    { config: { requires: 'can_read:Dashboard', flag, answer: EmbeddedAnswer }, schema: { params: slugParams } },
    async ({ subject, params }, reply) => {
      const setting = await settingOf(await dashboardOf(subject, params.idOrSlug, 'read'))
      // the contract's body of this response is an empty object
      return setting ? answerOf(services, setting) : reply.code(404).send({})
    },
  )

  for (const method of ['POST', 'PUT'] as const) {
    app.route({
      method,
      url: path,
      config: { requires: 'can_set_embedded:Dashboard', flag, answer: EmbeddedAnswer },
      schema: { params: slugParams, body: EmbeddedForm },
      handler: async (request) => {
        const { idOrSlug } = request.params as z.output<typeof slugParams>
        const { allowed_domains: domains } = request.body as z.output<typeof EmbeddedForm>
        const id = await dashboardOf(request.subject, idOrSlug, 'own')
        const author = authorOf(request, now())
        const changes = { allow_domain_list: domains.join(','), changed_on: author.now, changed_by: author.userId }
        await db.transaction().execute(async (trx) => {
          await trx
            .insertInto('embedded_dashboards')
            .values({
              ...changes,
              uuid: randomUUID(),
              dashboard_id: id,
              created_on: author.now,
              created_by: author.userId,
            })
            .onConflict((conflict) => conflict.column('dashboard_id').doUpdateSet(changes))
            .execute()
          await recordChange(trx, author, 'embed', { kind: 'Dashboard', id }, { domains })
        })
        const setting = await settingOf(id)
        if (!setting) throw notFound()
        return answerOf(services, setting)
      },
    })
  }

  app.delete(
    path,
    { config: { requires: 'can_set_embedded:Dashboard', flag, answer: MessageAnswer }, schema: { params: slugParams } },
    async (request) => {
      const id = await dashboardOf(request.subject, request.params.idOrSlug, 'own')
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('embedded_dashboards').where('dashboard_id', '=', id).execute()
        await recordChange(trx, authorOf(request, now()), 'unembed', { kind: 'Dashboard', id })
      })
      return { message: 'OK' }
    },
  )

  app.get(
    '/api/v1/embedded_dashboard/:uuid',
    {
      config: { requires: 'can_read:EmbeddedDashboard', flag, answer: EmbeddedAnswer },
      schema: { params: z.object({ uuid: z.string() }) },
    },
    async ({ subject, params }) => {
      const setting = await db
        .selectFrom('embedded_dashboards')
        .selectAll()
        .where('uuid', '=', params.uuid)
        .executeTakeFirst()
      if (!setting) throw notFound()
      await can(subject, 'read', { kind: 'Dashboard', id: setting.dashboard_id })
      return answerOf(services, setting)
    },
  )

  app.post(
    '/api/v1/security/guest_token/',
    {
      config: { requires: 'can_grant_guest_token:SecurityRestApi', flag, answer: GuestTokenAnswer },
      schema: { body: GuestTokenForm },
    },
    async ({ subject, body, ip }) => {
      const resources = body.resources.map(({ type, id }, at) => {
        if (type !== 'dashboard') throw wrongType(type, at)
        return { type, id } as const
      })
      const known = await embeddedIds(
        db,
        resources.map(({ id }) => id),
      )
      if (resources.some(({ id }) => !known.has(id)))
        throw new AppError('GENERIC_COMMAND_ERROR', 400, 'EmbeddedDashboard not found.')
      for (const id of known.values()) await can(subject, 'read', { kind: 'Dashboard', id })
      const shown = await datasetsOf(db, [...known.values()])
      for (const { clause, dataset } of body.rls) {
        const [fault] = await clauseRights(services, subject, {
          clause,
          tables: dataset === undefined ? shown : [dataset],
        })
        if (fault !== undefined) throw unprocessable({ rls: [fault] })
      }
      const rules = body.rls.map(({ clause, dataset }) => (dataset === undefined ? { clause } : { clause, dataset }))
      const details = { dashboards: [...known.values()], guest: body.user?.username ?? null, rules: rules.length }
      await audit(db, { action: 'guest_token', subject, address: ip, details }, now())
      const claims = { user: body.user ?? {}, resources, rls_rules: rules }
      return { token: await issueGuestToken(keys.for('guests'), claims, now()) }
    },
  )
}

const wrongType = (type: string, at: number) =>
  new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Arguments are not correct', {
    fields: { resources: { [at]: { type: [`Invalid enum value ${type}`] } } },
  })

async function answerOf({ db }: Services, setting: Row<'embedded_dashboards'>): Promise<EmbeddedAnswer> {
  const people = await findPeople(db, [setting.changed_by])
  const person = setting.changed_by === null ? undefined : people.get(setting.changed_by)
  return {
    result: {
      uuid: setting.uuid,
      allowed_domains: domainsOf(setting),
      dashboard_id: String(setting.dashboard_id),
      changed_on: isoTime(setting.changed_on),
      changed_by: person ?? null,
    },
  }
}

/** The sites that may embed a dashboard. If the list is empty, every site may. */
export const domainsOf = ({ allow_domain_list: list }: Pick<Row<'embedded_dashboards'>, 'allow_domain_list'>) =>
  list.split(',').filter((domain) => domain !== '')
