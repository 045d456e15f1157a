import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = '/usr/sbin/slapd'
const adder = '/usr/sbin/slapadd'
export const base = 'dc=example,dc=org'
const reader = { dn: `cn=reader,${base}`, password: 'reads the directory' }

export const hasDirectory = (): boolean => existsSync(program)

export interface TestDirectory {
  settings: Record<string, string>
  stop(): Promise<void>
}

const urlOf = (port: number) => `ldap://127.0.0.1:${port}`

/** The settings of a server that uses the directory on this port. */
export const directorySettings = (port: number): Record<string, string> => ({
  SEXTANT_LDAP_URL: urlOf(port),
  SEXTANT_LDAP_BASE: `ou=people,${base}`,
  SEXTANT_LDAP_BIND_DN: reader.dn,
  SEXTANT_LDAP_BIND_PASSWORD: reader.password,
  SEXTANT_LDAP_GROUP_BASE: `ou=groups,${base}`,
})

interface SlapdOptions {
  port: number
  /** Lines of the configuration before those of the database. */
  settings?: (folder: string) => string
  /** The content, as LDIF. */
  entries: string[]
}

const configuration = (folder: string, settings: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
${settings}
database mdb
maxsize 16777216
suffix "${base}"
rootdn "cn=root,${base}"
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${reader.dn}" read by * none
`

export const entry = (dn: string, fields: [name: string, value: string][]) =>
  [`dn: ${dn}`, ...fields.map(([name, value]) => `${name}: ${value}`), ''].join('\n')

/** The root entry, the account `reader`, and folders for users and groups. */
function frame(): string[] {
  return [
    entry(base, [
      ['objectClass', 'dcObject'],
      ['objectClass', 'organization'],
      ['o', 'Example'],
      ['dc', 'example'],
    ]),
    entry(reader.dn, [
      ['objectClass', 'applicationProcess'],
      ['objectClass', 'simpleSecurityObject'],
      ['cn', 'reader'],
      ['userPassword', reader.password],
    ]),
    ...['people', 'groups'].map((name) =>
      entry(`ou=${name},${base}`, [
        ['objectClass', 'organizationalUnit'],
        ['ou', name],
      ]),
    ),
  ]
}

/** The entries of users (the password is `password-of-NAME`) and groups. `groups`: for each group, its members. */
function content(people: readonly string[], groups: Readonly<Record<string, readonly string[]>>): string[] {
  const dnOf = (name: string) => `uid=${name},ou=people,${base}`
  return [
    ...people.map((name) =>
      entry(dnOf(name), [
        ['objectClass', 'inetOrgPerson'],
        ['uid', name],
        ['cn', `${name} of the directory`],
        ['givenName', name],
        ['sn', 'Tester'],
        ['mail', `${name}@directory.example`],
        ['userPassword', `password-of-${name}`],
      ]),
    ),
    ...Object.entries(groups).map(([name, members]) =>
      entry(`cn=${name},ou=groups,${base}`, [
        ['objectClass', 'groupOfNames'],
        ['cn', name],
        ...members.map((member): [string, string] => ['member', dnOf(member)]),
      ]),
    ),
  ]
}

/** A real OpenLDAP server on loopback, in a temporary folder. */
export function startDirectory(
  people: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
  port: number,
): Promise<TestDirectory> {
  return startSlapd({ port, entries: content(people, groups) })
}

export async function startSlapd({ port, settings, entries }: SlapdOptions): Promise<TestDirectory> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-slapd-'))
  mkdirSync(join(folder, 'data'))
  const conf = join(folder, 'slapd.conf')
  const ldif = join(folder, 'content.ldif')
  writeFileSync(conf, configuration(folder, settings?.(folder) ?? ''))
  writeFileSync(ldif, [...frame(), ...entries].join('\n'))
  const added = spawnSync(adder, ['-f', conf, '-l', ldif])
  if (added.status !== 0) throw new Error(`slapadd failed: ${added.stderr}`)
  const url = urlOf(port)
  const server = spawn(program, ['-f', conf, '-h', url, '-d', '0'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = new Promise<void>((done) => server.on('close', () => done()))
  await untilBound(url, () => (server.exitCode === null ? undefined : said))
  return {
    settings: directorySettings(port),
    async stop() {
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the server accepts the account `reader`. `failure`: the output of the server if it has ended. */
async function untilBound(url: string, failure: () => string | undefined): Promise<void> {
  const { Client } = await import('ldapts')
  for (let attempt = 0; attempt < 200; attempt++) {
    const said = failure()
    if (said !== undefined) throw new Error(`slapd ended: ${said}`)
    const client = new Client({ url, connectTimeout: 1000 })
    try {
      await client.bind(reader.dn, reader.password)
      return
    } catch {
      await new Promise((done) => setTimeout(done, 50))
    } finally {
      await client.unbind().catch(() => undefined)
    }
  }
  throw new Error('slapd does not answer')
}
