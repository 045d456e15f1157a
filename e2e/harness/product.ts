import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strToU8, zipSync } from 'fflate'
import { rightsChanged } from '../../src/server/access/subjects.ts'
import { createUser } from '../../src/server/access/users.ts'
import { openStore } from '../../src/server/storage/open.ts'
import { compiledCode, shareCompiledCode } from '../../src/server/testing/compiledCode.ts'
import { directorySettings } from '../../src/server/testing/directory.ts'
import { freePort } from '../../src/server/testing/freePort.ts'
import { client } from '../../src/server/testing/identityProvider.ts'

const root = resolve(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 60_000

export const admin = { username: 'admin', password: 'stories-need-a-password' }

/** A running product with its own home folder. */
export interface Product {
  address: string
  home: string
  /** a folder whose files may be connected as databases */
  files: string
  /** the port on which the settings expect an identity provider */
  providerPort: number
  /** the port on which the settings expect a directory */
  directoryPort: number
  /** the port on which the settings expect a mail server */
  mailPort: number
  /** where Slack and the webhooks of the settings are expected */
  messagePort: number
  /** imports a bundle folder as the administrator */
  importBundle: (folder: string) => Promise<void>
  /** imports a bundle: path -> text */
  importFiles: (files: Record<string, string>) => Promise<void>
  /** loads a table of the embedded database */
  loadTable: (name: string, csv: string) => Promise<void>
  /** loads the files of a folder as tables of the embedded database */
  loadTables: (folder: string) => Promise<void>
  /** creates an account with the given roles and data access; the password is the administrator's */
  addUser: (username: string, roles: string[], sees: 'examples' | 'nothing') => Promise<void>
  stop: () => Promise<void>
}

/** Runs a script of the product and waits for its end. */
function runScript(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`${args.join(' ')} ended with ${code}: ${said}`)),
    )
  })
}

interface StartOptions {
  port?: number
  /** An identity provider, a directory, Slack and webhooks are configured; a story starts them: see `providerPort`. */
  hasProvider?: boolean
}

let built: Promise<void> | undefined

/** Stories run what `npm start` runs: the bundles of browser application and server, of the current sources. */
function buildOnce(): Promise<void> {
  built ??= runScript(['scripts/launch.mjs', 'build'], process.env)
  return built
}

/** Starts the product with its examples and the tables of `e2e/fixtures`, and waits until it responds. */
export async function startProduct({ port, hasProvider = false }: StartOptions = {}): Promise<Product> {
  await buildOnce()
  const home = mkdtempSync(join(tmpdir(), 'sextant-e2e-'))
  const files = mkdtempSync(join(tmpdir(), 'sextant-files-'))
  const removeFolders = () => {
    for (const folder of [home, files]) rmSync(folder, { recursive: true, force: true })
  }
  shareCompiledCode(home)
  const chosen = port ?? (await freePort())
  const address = `http://127.0.0.1:${chosen}`
  const providerPort = await freePort()
  const directoryPort = await freePort()
  const mailPort = await freePort()
  const messagePort = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_COMPILE_CACHE: compiledCode,
    SEXTANT_HOME: home,
    SEXTANT_ADMIN_USERNAME: admin.username,
    SEXTANT_ADMIN_PASSWORD: admin.password,
    SEXTANT_RATE_LIMIT: '0',
    // servers that stories start and connect
    SEXTANT_DATABASE_HOSTS: '127.0.0.1',
    SEXTANT_DATABASE_FOLDERS: files,
    // a story starts this server
    SEXTANT_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    SEXTANT_SMTP_FROM: 'sextant@example.org',
    SEXTANT_SMTP_TLS: 'off',
    HOST: '127.0.0.1',
    PORT: String(chosen),
    ...(hasProvider
      ? { ...providerSettings(providerPort), ...directorySettings(directoryPort), ...messageSettings(messagePort) }
      : {}),
  }
  await loadTables(env, 'e2e/fixtures/tables')
  const packages = pathToFileURL(join(root, 'scripts/serverPackages.mjs')).href
  const args = ['--import', packages, 'dist/server/main.mjs']
  const server = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const log = keepTail(server)
  try {
    await untilHealthy(address, server, log)
  } catch (error) {
    server.kill('SIGKILL')
    removeFolders()
    throw error
  }
  return {
    address,
    providerPort,
    directoryPort,
    mailPort,
    messagePort,
    home,
    files,
    importBundle: (folder) => sendBundle(address, zipFolder(folder)),
    importFiles: (files) => sendBundle(address, zipFiles(files)),
    loadTable: (name, csv) => loadTable(env, name, csv),
    loadTables: (folder) => loadTables(env, folder),
    addUser: (username, roles, sees) => addUser(home, username, roles, sees),
    async stop() {
      await stopServer(server)
      removeFolders()
    },
  }
}

/** Ends a server, by force after `STOP_TIMEOUT_MS`; a server that has ended by itself is fine. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const force = setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(force)
}

const providerSettings = (port: number): NodeJS.ProcessEnv => ({
  SEXTANT_OIDC_ISSUER: `http://127.0.0.1:${port}`,
  SEXTANT_OIDC_CLIENT_ID: client.id,
  SEXTANT_OIDC_CLIENT_SECRET: client.secret,
  SEXTANT_OIDC_NAME: 'Example ID',
  SEXTANT_SIGN_IN_ROLES: 'analysts: Alpha, sql_lab',
})

export const webhookSecret = 'stories sign webhooks with this secret'

const messageSettings = (port: number): NodeJS.ProcessEnv => ({
  SEXTANT_SLACK_TOKEN: 'xoxb-stories',
  SEXTANT_SLACK_URL: `http://127.0.0.1:${port}/api`,
  SEXTANT_WEBHOOK_SECRET: webhookSecret,
  SEXTANT_WEBHOOK_HOSTS: '127.0.0.1',
})

async function addUser(home: string, username: string, roles: string[], sees: 'examples' | 'nothing'): Promise<void> {
  const { db } = await openStore({ home, databaseUrl: undefined, poolSize: 1, now: Date.now, said: () => undefined })
  const user = { username, firstName: username, lastName: 'Reader', email: `${username}@example.org` }
  const userId = await createUser(db, { ...user, password: admin.password, roles }, Date.now())
  if (sees === 'examples') {
    const { id: databaseId } = await db
      .selectFrom('databases')
      .select('id')
      .where('is_embedded', '=', true)
      .executeTakeFirstOrThrow()
    const role = await db
      .insertInto('roles')
      .values({ name: `data of ${username}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('user_roles').values({ user_id: userId, role_id: role.id }).execute()
    await db
      .insertInto('data_grants')
      .values({ role_id: role.id, kind: 'database', database_id: databaseId, schema: null, dataset_id: null })
      .execute()
    await db.transaction().execute(rightsChanged)
  }
  await db.destroy()
}

function keepTail(server: ChildProcess): () => string {
  let said = ''
  const take = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000)
  }
  server.stdout?.on('data', take)
  server.stderr?.on('data', take)
  return () => said
}

async function untilHealthy(address: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}:\n${log()}`)
    const answer = await fetch(`${address}/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`the server was not healthy in time:\n${log()}`)
}

/** A folder as a ZIP in the format of exports: one top folder inside. */
export function zipFolder(folder: string): Uint8Array<ArrayBuffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const entries = files.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [`bundle/${relative(folder, path).split(sep).join('/')}`, new Uint8Array(readFileSync(path))] as const
  })
  return new Uint8Array(zipSync(Object.fromEntries(entries)))
}

/** Files by their paths, as a ZIP in the format of exports. */
export function zipFiles(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [`bundle/${path}`, strToU8(text)]))),
  )
}

const loadTables = (env: NodeJS.ProcessEnv, folder: string) => runScript(['src/server/tables.ts', folder], env)

async function loadTable(env: NodeJS.ProcessEnv, name: string, csv: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-table-'))
  writeFileSync(join(folder, `${name}.csv`), csv)
  await loadTables(env, folder)
  rmSync(folder, { recursive: true })
}

async function sendBundle(address: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const login = await fetch(`${address}/api/v1/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...admin, provider: 'db', refresh: false }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const form = new FormData()
  form.set('formData', new Blob([bytes], { type: 'application/zip' }), 'bundle.zip')
  form.set('overwrite', 'true')
  const answer = await fetch(`${address}/api/v1/dashboard/import/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`importing a bundle: ${answer.status} ${await answer.text()}`)
}
