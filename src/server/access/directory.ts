import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Client, Entry } from 'ldapts'
import { AppError } from '../../model/errors/errors.ts'
import type { LdapConfig } from '../signInSettings.ts'
import type { Directory, ExternalPerson } from './externalPerson.ts'

const TIMEOUT_MS = 10_000
const CONNECT_MS = 5_000

/**
 * Sign-in by LDAP: the entry of a person is searched with the account of the settings, then the password is checked by
 * binding as that entry. The package is loaded with the first sign-in.
 */
export function createDirectory(config: LdapConfig, failed: (error: unknown) => void): Directory {
  async function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const { Client } = await import('ldapts')
    const client = new Client({ url: config.url.href, timeout: TIMEOUT_MS, connectTimeout: CONNECT_MS })
    try {
      if (config.startTls) await client.startTLS(tlsOptions(config.url))
      return await work(client)
    } finally {
      await client.unbind().catch(() => undefined)
    }
  }

  async function find(client: Client, username: string): Promise<Entry | undefined> {
    const { escapeFilter } = await import('ldapts')
    const { searchEntries } = await client.search(config.base, {
      scope: 'sub',
      filter: config.userFilter.replaceAll('{username}', () => escapeFilter`${username}`),
      attributes: [config.idAttribute, config.usernameAttribute, 'mail', 'givenName', 'sn', 'cn', 'memberOf'],
      explicitBufferAttributes: [config.idAttribute],
      sizeLimit: 2,
    })
    return searchEntries.length === 1 ? searchEntries[0] : undefined
  }

  /** The groups of which an entry (a person or a group) is a member. */
  async function groupsWith(client: Client, { dn, memberOf }: Member, username: string): Promise<Group[]> {
    if (config.groupBase === undefined) return memberOf.map((group) => ({ dn: group, names: [nameOfDn(group)] }))
    const { escapeFilter } = await import('ldapts')
    const { searchEntries } = await client.search(config.groupBase, {
      scope: 'sub',
      filter: config.groupFilter
        .replaceAll('{dn}', () => escapeFilter`${dn}`)
        .replaceAll('{username}', () => escapeFilter`${username}`),
      attributes: ['cn'],
    })
    return searchEntries.map((group) => ({ dn: group.dn, names: textsOf(group['cn']) }))
  }

  /** The groups of which a group is a member. */
  async function groupsAround(client: Client, { dn }: Group): Promise<Group[]> {
    // only groups are found here: no person has a group as DN
    if (config.groupBase !== undefined) return groupsWith(client, { dn, memberOf: [] }, dn)
    const { NoSuchObjectError } = await import('ldapts')
    try {
      const { searchEntries } = await client.search(dn, { scope: 'base', attributes: ['memberOf'] })
      return await groupsWith(client, { dn, memberOf: textsOf(searchEntries[0]?.['memberOf']) }, dn)
    } catch (error) {
      // a group that the account in the settings may not read
      if (error instanceof NoSuchObjectError) return []
      throw error
    }
  }

  /** Names and DNs of the groups of a person. */
  async function groupsOf(client: Client, entry: Entry, username: string): Promise<string[]> {
    const found = new Map<string, Group>()
    let latest = await groupsWith(client, { dn: entry.dn, memberOf: textsOf(entry['memberOf']) }, username)
    while (latest.length > 0) {
      const fresh = latest.filter(({ dn }) => !found.has(dn.toLowerCase()))
      for (const group of fresh) found.set(group.dn.toLowerCase(), group)
      if (!config.nestedGroups) break
      latest = (await Promise.all(fresh.map((group) => groupsAround(client, group)))).flat()
    }
    return [...found.values()].flatMap(({ dn, names }) => [dn, ...names])
  }

  /** Whether the directory accepts the password of an entry. */
  async function accepts(dn: string, password: string): Promise<boolean> {
    const { InvalidCredentialsError } = await import('ldapts')
    return connected(async (client) => {
      try {
        await client.bind(dn, password)
        return true
      } catch (error) {
        if (error instanceof InvalidCredentialsError) return false
        throw error
      }
    })
  }

  async function personOf(username: string, password: string): Promise<ExternalPerson | undefined> {
    return connected(async (client) => {
      if (config.bindDn !== undefined) await client.bind(config.bindDn, config.bindPassword)
      const entry = await find(client, username)
      // a name without an entry takes as long as a wrong password
      const fits = await accepts(entry?.dn ?? `cn=${randomUUID()},${config.base}`, password)
      if (!entry || !fits) return undefined
      const known = textsOf(entry[config.usernameAttribute])[0] ?? username
      return describe(config, known, entry, await groupsOf(client, entry, known))
    })
  }

  return {
    async personOf(username, password) {
      // many servers accept a bind without a password as anonymous
      if (username === '' || password === '') return undefined
      try {
        return await personOf(username, password)
      } catch (error) {
        failed(error)
        throw new AppError('GENERIC_BACKEND_ERROR', 503, 'The directory does not respond. Please try again later.', {
          cause: error,
          retryAfterS: 10,
        })
      }
    },
  }
}

interface Member {
  dn: string
  memberOf: string[]
}

interface Group {
  dn: string
  names: string[]
}

/** Options of a TLS connection: the name that the certificate of the directory must have. */
function tlsOptions({ hostname }: URL): { host: string; servername?: string } {
  const host = hostname.replaceAll(/[[\]]/g, '')
  return isIP(host) > 0 ? { host } : { host, servername: host }
}

type Value = Entry[string] | undefined

const textsOf = (value: Value): string[] =>
  [value ?? []].flat().map((each) => (typeof each === 'string' ? each : each.toString('utf8')))

/** The name of a group: the value of the first part of its DN. */
export function nameOfDn(dn: string): string {
  const [, name = ''] = /^[^=]+=((?:\\.|[^,+\\])*)/.exec(dn) ?? []
  return name
    .replaceAll(/\\([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\(.)/g, '$1')
}

function describe(config: LdapConfig, username: string, entry: Entry, groups: string[]): ExternalPerson | undefined {
  const first = (name: string) => textsOf(entry[name])[0] ?? ''
  const [id] = [entry[config.idAttribute] ?? []].flat()
  if (id === undefined) throw new Error(`the entry ${entry.dn} has no ${config.idAttribute}`)
  // the id is binary in some directories
  const subject = Buffer.isBuffer(id) ? (isText(id) ? id.toString('utf8') : id.toString('hex')) : id
  const [given = '', ...rest] = first('cn').split(' ')
  return {
    provider: 'ldap',
    issuer: config.url.origin === 'null' ? `${config.url.protocol}//${config.url.host}` : config.url.origin,
    subject,
    username,
    email: first('mail'),
    firstName: first('givenName') || given,
    lastName: first('sn') || rest.join(' '),
    groups,
  }
}

const isText = (bytes: Buffer) => bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
