/**
 * `npm run users -- list | add | reset | disable | enable`: manages accounts from the command line. Works while the
 * server runs, and when nobody can sign in any more.
 */
import { parseArgs } from 'node:util'
import { UserCreate } from '../model/people/userForm.ts'
import { parseFields } from '../model/wire/fields.ts'
import { isoTime } from '../model/wire/wireTime.ts'
import { keepAnAdministrator } from './access/administrators.ts'
import { removeSecondFactor } from './access/secondFactor.ts'
import { closeSessionsOf } from './access/sessions.ts'
import { rightsChanged } from './access/subjects.ts'
import { createUser, makeSignInLink } from './access/users.ts'
import { type Config, readConfig } from './config.ts'
import { recordChange } from './entities/changes.ts'
import { startFailure } from './startFailure.ts'
import { openStore } from './storage/open.ts'
import { makePrivateFolder } from './storage/privateFolder.ts'
import type { Db } from './storage/schema.ts'

const usage = `Usage:
  npm run users -- list
  npm run users -- add NAME --email ADDRESS [--first NAME] [--last NAME] [--role ROLE]...
  npm run users -- reset NAME      prints a one-time link to set a password, and removes a second factor
  npm run users -- disable NAME    signs the user out and refuses new sign-ins
  npm run users -- enable NAME`

const say = (line: string) => process.stdout.write(`${line}\n`)

class UsageError extends Error {}

interface Options {
  email?: string
  first?: string
  last?: string
  role?: string[]
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      email: { type: 'string' },
      first: { type: 'string' },
      last: { type: 'string' },
      role: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  })
  const [command = '', name] = positionals
  if (!['list', 'add', 'reset', 'disable', 'enable'].includes(command) || (command !== 'list' && !name)) {
    say(usage)
    return 1
  }
  const config = readConfig(process.env)
  makePrivateFolder(config.home)
  const { home, databaseUrl, databasePool } = config
  const { db } = await openStore({ home, databaseUrl, poolSize: databasePool, now: Date.now, said: say })
  try {
    await run(db, config, command, name ?? '', values)
    return 0
  } catch (error) {
    say((error as Error).message)
    return 1
  } finally {
    await db.destroy()
  }
}

async function run(db: Db, config: Config, command: string, name: string, options: Options): Promise<void> {
  if (command === 'list') return list(db)
  if (command === 'add') return add(db, config, name, options)
  const user = await db.selectFrom('users').select('id').where('username', '=', name).executeTakeFirst()
  if (!user) throw new UsageError(`There is no user ${name}.`)
  if (command === 'reset') {
    await removeSecondFactor(db, user.id)
    return printLink(db, config, user.id)
  }
  await setActive(db, user.id, command === 'enable')
  say(command === 'enable' ? `${name} can sign in again.` : `${name} is signed out and cannot sign in.`)
}

async function list(db: Db): Promise<void> {
  const users = await db.selectFrom('users').selectAll().orderBy('username').execute()
  const roles = await db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['user_id', 'name'])
    .orderBy('name')
    .execute()
  for (const user of users) {
    const held = roles.filter(({ user_id }) => user_id === user.id).map((role) => role.name)
    const state = !user.is_active ? 'disabled' : user.password_hash === null ? 'no password' : 'active'
    const last = user.last_login === null ? 'never' : isoTime(user.last_login).slice(0, 16).replace('T', ' ')
    say([user.username, user.email, state, held.join(', ') || 'no role', `last sign-in: ${last}`].join(' · '))
  }
}

async function add(db: Db, config: Config, name: string, options: Options): Promise<void> {
  const parsed = parseFields(UserCreate, {
    username: name,
    first_name: options.first ?? name,
    last_name: options.last ?? 'User',
    email: options.email,
    password: null,
    roles: [],
  })
  if (!parsed.ok)
    throw new UsageError(
      Object.entries(parsed.fields)
        .map(([field, why]) => `${field}: ${why}`)
        .join('\n'),
    )
  const { username, first_name: firstName, last_name: lastName, email } = parsed.value
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('username', '=', username), eb('email', '=', email)]))
    .executeTakeFirst()
  if (taken) throw new UsageError('Another user has this username or email address.')
  const roles = options.role ?? ['Gamma']
  const known = await db.selectFrom('roles').select('name').execute()
  const unknown = roles.find((role) => !known.some((row) => row.name === role))
  if (unknown !== undefined)
    throw new UsageError(`There is no role ${unknown}. Roles: ${known.map((row) => row.name).join(', ')}.`)
  const id = await createUser(db, { username, firstName, lastName, email, password: null, roles }, Date.now())
  await recordChange(db, { userId: null, now: Date.now() }, 'create', { kind: 'User', id }, { from: 'command line' })
  await printLink(db, config, id)
}

async function printLink(db: Db, config: Config, userId: number): Promise<void> {
  const token = await makeSignInLink(db, userId, Date.now())
  await recordChange(
    db,
    { userId: null, now: Date.now() },
    'link',
    { kind: 'User', id: userId },
    { from: 'command line' },
  )
  say(`${config.baseUrl ?? `http://localhost:${config.port}`}/setup/${token}`)
}

async function setActive(db: Db, userId: number, isActive: boolean): Promise<void> {
  const now = Date.now()
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ is_active: isActive, changed_on: now }).where('id', '=', userId).execute()
    if (!isActive) {
      await closeSessionsOf(trx, userId)
      await keepAnAdministrator(trx)
    }
    await recordChange(trx, { userId: null, now }, isActive ? 'enable' : 'disable', { kind: 'User', id: userId })
    await rightsChanged(trx)
  })
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`)
  return 1
})
