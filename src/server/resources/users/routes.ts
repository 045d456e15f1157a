import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { UserCreate, UserCreatedAnswer, UserLinkAnswer, UserRow, UserUpdate } from '../../../model/people/userForm.ts'
import { DoneAnswer } from '../../../model/wire/answers.ts'
import { isoTime } from '../../../model/wire/wireTime.ts'
import { keepAnAdministrator } from '../../access/administrators.ts'
import { hashPassword } from '../../access/passwords.ts'
import { closeSessionsOf, viewAs } from '../../access/sessions.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { endLinksOf, linkLifeMs, makeSignInLink, takenFields } from '../../access/users.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { user } from '../../declared/fields.ts'
import { authorOf, recordChange } from '../../entities/changes.ts'
import { forbidden, notFound } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'

const view = 'User'
const path = '/api/v1/security/users'

/**
 * `/api/v1/security/users`. Only administrators change accounts, whatever permissions a role has: otherwise users could
 * give themselves a role with more rights.
 */
export const users = declareResource({
  path,
  table: 'users',
  kind: 'User',
  view,
  title: 'User',
  names: { one: 'user', many: 'users' },
  permissions: [{ view, names: 'can_get can_post can_put can_delete can_info', roles: [] }],
  requires: {
    list: 'can_get',
    item: 'can_get',
    info: 'can_info',
    create: 'can_post',
    update: 'can_put',
    delete: 'can_delete',
  },
  fields: {
    id: { type: 'integer' },
    username: { type: 'text', caseless: true },
    first_name: { type: 'text', caseless: true },
    last_name: { type: 'text', caseless: true },
    email: { type: 'text', caseless: true },
    active: { type: 'boolean', column: 'is_active' },
    has_password: { type: 'computed', value: (row) => row.password_hash !== null },
    has_second_factor: { type: 'computed', load: findSecondFactors },
    last_login: { type: 'time' },
    login_count: { type: 'integer' },
    fail_login_count: { type: 'integer' },
    roles: {
      type: 'toMany',
      through: { table: 'user_roles', key: 'user_id', other: 'role_id' },
      to: 'roles',
      columns: ['id', 'name'],
      missing: 'One or more roles do not exist',
    },
    created_by: { ...user('created_by'), columns: ['id'] },
    changed_by: { ...user('changed_by'), columns: ['id'] },
    created_on: { type: 'time' },
    changed_on: { type: 'time' },
  },
  list: columns(),
  show: columns(),
  order: [
    'id',
    'username',
    'first_name',
    'last_name',
    'email',
    'active',
    'last_login',
    'login_count',
    'fail_login_count',
    'created_on',
    'changed_on',
  ],
  search: [
    'id',
    'username',
    'first_name',
    'last_name',
    'email',
    'active',
    'last_login',
    'login_count',
    'fail_login_count',
    'roles',
    'created_by',
    'changed_by',
    'created_on',
    'changed_on',
  ],
  defaultOrder: 'id',
  related: ['roles', 'created_by', 'changed_by'],
  row: UserRow,
  policy: {
    writable: (subject) => (subject.isAdmin ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`),
  },
  create: UserCreate,
  update: UserUpdate,
  answers: {
    create: { schema: UserCreatedAnswer, of: ({ id }) => ({ id }) },
    update: {
      schema: z.strictObject({ result: UserUpdate.omit({ password: true }) }),
      of: ({ body }) => ({ result: shown(body) }),
    },
  },
  isDeletable: true,
  rules: {
    async values({ password }, { author }) {
      if (password === undefined || password === null) return {}
      return { password_hash: await hashPassword(password), password_changed_on: author.now }
    },
    check: (db, _next, { body, stored }) => takenFields(db, body, stored?.id),
    async written(trx, { id, body }) {
      // a disabled user, and one with a new password, is signed out at once
      if (body.active === false || (body.password ?? undefined) !== undefined) {
        await closeSessionsOf(trx, id)
        await endLinksOf(trx, id)
      }
      await keepAnAdministrator(trx)
    },
    remove: (trx, ids) => keepAnAdministrator(trx, ids),
    changed: rightsChanged,
  },
  more(app, services) {
    addLinkRoute(app, services)
    addViewRoutes(app, services)
  },
})

async function findSecondFactors(rows: readonly { id: number }[], { db }: Pick<Services, 'db'>) {
  const found = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', 'in', [...rows.map(({ id }) => id), 0])
    .where('confirmed_on', 'is not', null)
    .execute()
  const ids = new Set(found.map(({ user_id }) => user_id))
  return ({ id }: { id: number }) => ids.has(id)
}

function columns(): string[] {
  return [
    'active',
    'changed_by.id',
    'changed_on',
    'created_by.id',
    'created_on',
    'email',
    'fail_login_count',
    'first_name',
    'has_password',
    'has_second_factor',
    'id',
    'last_login',
    'last_name',
    'login_count',
    'roles.id',
    'roles.name',
    'username',
  ]
}

/** The fields of a change without its password. */
function shown({ password: _secret, ...body }: Partial<UserCreate>): Omit<UserUpdate, 'password'> {
  return body
}

/** `POST /api/v1/security/users/{id}/link`: a one-time link to set a password. Earlier links become invalid. */
function addLinkRoute(app: App, services: Services): void {
  app.post(
    `${path}/:id/link`,
    { config: { requires: `can_put:${view}`, answer: UserLinkAnswer }, schema: { params: idParams } },
    async (request) => {
      const { db, now, baseUrl } = services
      if (!request.subject.isAdmin) throw forbidden()
      const { id } = request.params
      const known = await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', id)
        .where('is_active', '=', true)
        .executeTakeFirst()
      if (!known) throw notFound()
      const token = await makeSignInLink(db, id, now())
      await recordChange(db, authorOf(request, now()), 'link', { kind: 'User', id })
      return { result: { url: `${baseUrl()}/setup/${token}`, expires_on: isoTime(now() + linkLifeMs) } }
    },
  )
}

/**
 * An administrator views the product as another user: with that user's rights, read-only, in this browser session,
 * until the administrator ends it.
 */
function addViewRoutes(app: App, services: Services): void {
  const { db, now, subjects } = services

  app.post(
    `${path}/:id/view_as`,
    { config: { requires: `can_get:${view}`, answer: DoneAnswer }, schema: { params: idParams } },
    async (request) => {
      const { subject, sessionCookie, params } = request
      if (!subject.isAdmin) throw forbidden()
      if (request.proof !== 'session' || sessionCookie === undefined)
        throw new AppError('GENERIC_COMMAND_ERROR', 400, 'Sign in with a browser to view Sextant as another user.')
      if (params.id === subject.user?.id || !(await subjects.ofUser(params.id))) throw notFound()
      await db.transaction().execute(async (trx) => {
        await viewAs(trx, sessionCookie, params.id)
        await recordChange(trx, authorOf(request, now()), 'view_as', { kind: 'User', id: params.id })
      })
      return { result: 'OK' as const }
    },
  )

  app.post(
    '/api/v1/security/view_as/end',
    { config: { requires: 'signed_in', endsViewing: true, answer: DoneAnswer } },
    async ({ viewer, subject, sessionCookie, ip }) => {
      if (!viewer || !subject.user || sessionCookie === undefined) throw notFound()
      const viewed = { kind: 'User', id: subject.user.id }
      await db.transaction().execute(async (trx) => {
        await viewAs(trx, sessionCookie, null)
        await recordChange(trx, { userId: viewer.id, now: now(), address: ip }, 'view_as_end', viewed)
      })
      return { result: 'OK' as const }
    },
  )
}
