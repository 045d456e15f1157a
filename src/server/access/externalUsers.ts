import { randomUUID } from 'node:crypto'
import { AppError } from '../../model/errors/errors.ts'
import type { Services } from '../services.ts'
import type { Row, Trx } from '../storage/schema.ts'
import { keepAnAdministrator } from './administrators.ts'
import { audit } from './audit.ts'
import type { ExternalPerson } from './externalPerson.ts'
import { rightsChanged } from './subjects.ts'
import { takenFields } from './users.ts'

type Store = Pick<Services, 'config' | 'db' | 'now' | 'log'>

const refused = (message: string) => new AppError('GENERIC_COMMAND_ERROR', 403, message)

/** Names of the roles that a person gets from their groups. */
export function mappedRoles({ signIn }: Services['config'], groups: readonly string[]): string[] {
  const given = signIn.roles.filter(({ group }) => groups.includes(group)).flatMap(({ roles }) => roles)
  return [...new Set([...signIn.defaultRoles, ...given])]
}

/** Names of roles in the settings that do not exist. */
export async function missingRoles({ config, db }: Pick<Store, 'config' | 'db'>): Promise<string[]> {
  const { roles, defaultRoles } = config.signIn
  const named = new Set([...defaultRoles, ...roles.flatMap((entry) => entry.roles)])
  if (named.size === 0) return []
  const known = await db.selectFrom('roles').select('name').execute()
  return [...named].filter((name) => !known.some((role) => role.name === name))
}

/**
 * The account of a person. It is found by the person's id at the provider only, never by name or email address: whoever
 * can choose these at a provider must not get another user's account. A person without an account gets a new one,
 * unless its name or email address is in use. @throws AppError 403 with a sentence for the sign-in page
 */
export async function accountOf(services: Store, person: ExternalPerson, address: string): Promise<number> {
  const { db } = services
  const known = await findIdentity(db, person)
  if (known === undefined) return createAccount(services, person, address)
  const user = await db.selectFrom('users').select('is_active').where('id', '=', known.user_id).executeTakeFirst()
  if (!user?.is_active) throw refused('Your account is disabled.')
  if (known.is_managed) await followGroups(services, known.user_id, person)
  await db.updateTable('external_identities').set({ used_on: services.now() }).where('id', '=', known.id).execute()
  return known.user_id
}

function findIdentity(
  db: Store['db'] | Trx,
  { provider, issuer, subject }: ExternalPerson,
): Promise<Row<'external_identities'> | undefined> {
  return db
    .selectFrom('external_identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

async function createAccount(
  { config, db, now, log }: Store,
  person: ExternalPerson,
  address: string,
): Promise<number> {
  if (!config.signIn.createsUsers)
    throw refused('You have no account here. Ask an administrator for one, then connect it on your account page.')
  const names = mappedRoles(config, person.groups)
  if (names.length === 0) throw refused('None of your groups has a role here. Ask an administrator.')
  if (!/^[^\p{Cc}]{1,64}$/u.test(person.username) || person.username.trim() !== person.username)
    throw refused('Your username cannot be used here. Ask an administrator.')
  const email = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/u.test(person.email) ? person.email : `${randomUUID()}@localhost`
  return db.transaction().execute(async (trx) => {
    const taken = await takenFields(trx, { username: person.username, email })
    if (taken.username || taken.email)
      throw refused(
        'An account with your name or email address exists. Sign in with its password and connect it on the page of your account.',
      )
    const roles = await trx.selectFrom('roles').select(['id', 'name']).where('name', 'in', names).execute()
    if (roles.length < names.length) log.warn({ roles: names }, 'some roles of the settings do not exist')
    if (roles.length === 0) throw refused('None of your groups has a role here. Ask an administrator.')
    const { id } = await trx
      .insertInto('users')
      .values({
        uuid: randomUUID(),
        username: person.username,
        first_name: person.firstName.slice(0, 64),
        last_name: person.lastName.slice(0, 64),
        email,
        password_hash: null,
        password_changed_on: null,
        last_login: null,
        created_on: now(),
        changed_on: now(),
        created_by: null,
        changed_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('user_roles')
      .values(roles.map((role) => ({ user_id: id, role_id: role.id })))
      .execute()
    await insertIdentity(trx, person, { userId: id, isManaged: true }, now())
    const details = { provider: person.provider, issuer: person.issuer, roles: roles.map(({ name }) => name) }
    await audit(trx, { action: 'user_create', userId: id, object: `User:${id}`, address, details }, now())
    await rightsChanged(trx)
    return id
  })
}

async function insertIdentity(
  trx: Trx,
  { provider, issuer, subject }: ExternalPerson,
  { userId, isManaged }: { userId: number; isManaged: boolean },
  now: number,
): Promise<void> {
  await trx
    .insertInto('external_identities')
    .values({ user_id: userId, provider, issuer, subject, is_managed: isManaged, created_on: now, used_on: now })
    .execute()
}

/** Sets the roles of an account that the provider created to those of the current groups. */
async function followGroups({ config, db, now, log }: Store, userId: number, person: ExternalPerson): Promise<void> {
  const names = mappedRoles(config, person.groups)
  if (names.length === 0) throw refused('None of your groups has a role here. Ask an administrator.')
  await db.transaction().execute(async (trx) => {
    const wanted = await trx.selectFrom('roles').select(['id', 'name']).where('name', 'in', names).execute()
    const held = await trx.selectFrom('user_roles').select('role_id').where('user_id', '=', userId).execute()
    const isSame = wanted.length === held.length && wanted.every(({ id }) => held.some((row) => row.role_id === id))
    if (isSame) return
    if (wanted.length === 0) throw refused('None of your groups has a role here. Ask an administrator.')
    await trx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
    await trx
      .insertInto('user_roles')
      .values(wanted.map((role) => ({ user_id: userId, role_id: role.id })))
      .execute()
    try {
      await keepAnAdministrator(trx)
    } catch (error) {
      log.warn({ userId }, 'the groups of the last administrator do not give the role Admin: it stays')
      const admin = await trx.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirst()
      if (!(error instanceof AppError) || !admin) throw error
      await trx.insertInto('user_roles').values({ user_id: userId, role_id: admin.id }).execute()
    }
    const details = { roles: wanted.map(({ name }) => name), provider: person.provider }
    await audit(trx, { action: 'user_update', userId, object: `User:${userId}`, details }, now())
    await rightsChanged(trx)
  })
}

/**
 * Connects a person to the account of a user who is signed in. @throws AppError 422 if the person has another account
 */
export async function connectAccount(
  { db, now }: Store,
  person: ExternalPerson,
  userId: number,
  address: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const known = await findIdentity(trx, person)
    if (known?.user_id === userId) return
    if (known) throw new AppError('GENERIC_COMMAND_ERROR', 422, 'Another account is connected to this sign-in.')
    await insertIdentity(trx, person, { userId, isManaged: false }, now())
    const details = { provider: person.provider, issuer: person.issuer }
    await audit(trx, { action: 'user_connect', userId, object: `User:${userId}`, address, details }, now())
  })
}
