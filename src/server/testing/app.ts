import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { rightsChanged } from '../access/subjects.ts'
import { createUser } from '../access/users.ts'
import { buildApp } from '../app.ts'
import { type Assembled, assemble } from '../assemble.ts'
import { readConfig } from '../config.ts'
import type { App, Resource } from '../resource.ts'
import type { Services } from '../services.ts'
import { checkAnswers } from './answerCheck.ts'
import { shareCompiledCode } from './compiledCode.ts'
import { csrfOf } from './csrfOf.ts'

export interface Browser {
  cookies: Record<string, string>
  csrf: string
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
}

type Grants = { databaseId?: number; schema?: string; datasetId?: number }[]

export interface TestApp {
  app: App
  services: Services
  home: string
  /** Advances the clock of the server; the engine and the store have their own. */
  advance(ms: number): void
  /** Creates a user; the password is `password-of-NAME`. */
  addUser(username: string, roles: string[]): Promise<number>
  /** Gives the user a new role with these grants. */
  grant(userId: number, grants: Grants): Promise<void>
  /** A bearer token of a user made by `addUser`, or of `admin`. */
  token(username: string): Promise<string>
  /** A browser that signed in through the form; sends its cookie, and the CSRF token with changes. */
  browser(username: string): Promise<Browser>
  close(): Promise<void>
}

export const passwordOf = (username: string) => `password-of-${username}`

/** Settings without which some routes do not exist. */
export const everyRoute = {
  SEXTANT_OIDC_ISSUER: 'http://127.0.0.1:9',
  SEXTANT_OIDC_CLIENT_ID: 'sextant',
  SEXTANT_FLAGS: 'DYNAMIC_PLUGINS',
}

/**
 * With `SEXTANT_TEST_POSTGRES`, the address of a PostgreSQL server, each test server keeps its metadata there, in a new
 * database.
 */
async function emptyDatabase(): Promise<string | undefined> {
  const server = process.env['SEXTANT_TEST_POSTGRES']
  if (server === undefined) return undefined
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: server })
  await client.connect()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${name}`)
  await client.end()
  return new URL(`/${name}`, server).href
}

/**
 * The file of a migrated metadata store, created by the first server of each process. Later servers start with a copy
 * and have nothing to migrate. It lacks the row that checks the secret key, because each server has its own key.
 */
let newStore: string | undefined

async function keepNewStore(db: Services['db']): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'sextant-store-')), 'metadata.sqlite')
  await sql`vacuum into ${sql.lit(file)}`.execute(db)
  const copy = new DatabaseSync(file)
  copy.exec("delete from settings where name = 'key_check'")
  copy.close()
  newStore = file
}

/**
 * A complete server in this process with a temporary home folder, called through `app.inject`; it does not listen.
 * `isFurtherNode`: another server already uses the metadata store, and has created the user `admin`.
 */
export async function startApp(
  env: NodeJS.ProcessEnv = {},
  options: { assetsFolder?: string; resources?: readonly Resource[]; isFurtherNode?: boolean } = {},
): Promise<TestApp> {
  const home = env['SEXTANT_HOME'] ?? mkdtempSync(join(tmpdir(), 'sextant-home-'))
  shareCompiledCode(home)
  let skew = 0
  const databaseUrl = env['DATABASE_URL'] ?? (await emptyDatabase())
  const metadata = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const hasNewStore = databaseUrl === undefined && env['SEXTANT_HOME'] === undefined
  if (hasNewStore && newStore !== undefined) copyFileSync(newStore, join(home, 'metadata.sqlite'))
  const config = readConfig({
    ...metadata,
    SEXTANT_LOG_LEVEL: 'silent',
    SEXTANT_RATE_LIMIT: '0',
    ...env,
    SEXTANT_HOME: home,
  })
  const assembled: Assembled = await assemble(config, { ...options, now: () => Date.now() + skew })
  const { services } = assembled
  if (hasNewStore && newStore === undefined) await keepNewStore(services.db)
  // what a test writes need not survive a power failure: no commit waits for the disk
  if (databaseUrl === undefined) await sql`pragma synchronous = off`.execute(services.db)
  const app = buildApp(services, options.resources)
  checkAnswers(app)
  await app.ready()

  const addUser = (username: string, roles: string[]) => createTester(services, username, roles)
  if (!options.isFurtherNode) await addUser('admin', ['Admin'])

  return {
    app,
    services,
    home,
    advance: (ms) => {
      skew += ms
    },
    addUser,
    grant: (userId, grants) => grantRole(services, userId, grants),
    token: (username) => tokenOf(app, username),
    browser: (username) => browserOf(app, username),
    async close() {
      await app.close()
      await assembled.close()
      if (!env['SEXTANT_HOME']) rmSync(home, { recursive: true, force: true })
    },
  }
}

const createTester = ({ db, now }: Services, username: string, roles: string[]): Promise<number> =>
  createUser(
    db,
    {
      username,
      firstName: username,
      lastName: 'Tester',
      email: `${username}@example.org`,
      password: passwordOf(username),
      roles,
    },
    now(),
  )

async function grantRole({ db }: Services, userId: number, grants: Grants): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('roles')
      .values({ name: `role-${Math.random()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('user_roles').values({ user_id: userId, role_id: id }).execute()
    for (const { databaseId, schema, datasetId } of grants) {
      await trx
        .insertInto('data_grants')
        .values({
          role_id: id,
          kind: datasetId !== undefined ? 'dataset' : schema !== undefined ? 'schema' : 'database',
          database_id: databaseId ?? null,
          schema: schema ?? null,
          dataset_id: datasetId ?? null,
        })
        .execute()
    }
    await rightsChanged(trx)
  })
}

async function tokenOf(app: App, username: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/security/login',
    payload: { username, password: passwordOf(username), provider: 'db' },
  })
  if (answer.statusCode !== 200) throw new Error(`sign-in of ${username} failed: ${answer.body}`)
  return answer.json<{ access_token: string }>().access_token
}

async function browserOf(app: App, username: string): Promise<Browser> {
  const jar: Record<string, string> = {}
  const send = async (options: InjectOptions) => {
    const answer = await app.inject({ ...options, cookies: { ...jar, ...options.cookies } })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) delete jar[name]
      else jar[name] = value
    }
    return answer
  }
  const page = await send({ method: 'GET', url: '/login/' })
  const signedIn = await send({
    method: 'POST',
    url: '/login/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      username,
      password: passwordOf(username),
      csrf_token: csrfOf(page.body),
    }).toString(),
  })
  if (signedIn.headers.location !== '/') throw new Error(`sign-in of ${username} failed: ${signedIn.statusCode}`)
  const csrf = csrfOf((await send({ method: 'GET', url: '/superset/welcome/' })).body)
  return {
    cookies: jar,
    csrf,
    inject: (options) =>
      send({
        ...options,
        headers: {
          ...(options.method && options.method !== 'GET'
            ? { 'x-csrftoken': csrf, 'sec-fetch-site': 'same-origin' }
            : {}),
          ...options.headers,
        },
      }),
  }
}
