import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { startActiveDirectory } from '../testing/activeDirectory.ts'
import { hasDirectory, type TestDirectory } from '../testing/directory.ts'
import { freePort } from '../testing/freePort.ts'
import { createDirectory } from './directory.ts'

/** Binary ids that are not valid UTF-8: decoded as text, both would be equal. */
const guids = [0x80, 0x81].map((last) => Buffer.from([...Buffer.alloc(15, 0xff), last]))
const passwordOf = (name: string) => `password-of-${name}`

/** A proxy in front of the directory, which records the received connections. */
async function startProxy(port: number) {
  const connections: Socket[] = []
  const server = createServer((socket) => {
    connections.push(socket)
    const behind = connect(port, '127.0.0.1')
    socket.pipe(behind).pipe(socket)
    for (const end of [socket, behind]) end.on('error', () => end.destroy())
    socket.on('close', () => behind.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    close: async () => {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

// CI has OpenLDAP; elsewhere the tests are skipped without it
describe.skipIf(!hasDirectory() && process.env['CI'] !== 'true')('a directory like Active Directory', () => {
  let directory: TestDirectory & { certificate: string }
  let port: number

  beforeAll(async () => {
    port = await freePort()
    const users = [
      { name: 'ana', guid: guids[0] as Buffer, groups: ['team'] },
      { name: 'ben', guid: guids[1] as Buffer, groups: [] },
    ]
    // the groups contain each other
    const groups = { team: ['analysts'], analysts: ['everybody'], everybody: ['team'] }
    directory = await startActiveDirectory(users, groups, port)
  }, 60_000)
  afterAll(() => directory?.stop())

  /** The person, or the message of the error. */
  async function personOf(username: string, password: string, more: Record<string, string> = {}) {
    const { signIn } = readConfig({
      ...directory.settings,
      SEXTANT_LDAP_GROUP_BASE: '',
      SEXTANT_LDAP_USER_FILTER: '(|(sAMAccountName={username})(userPrincipalName={username}))',
      SEXTANT_LDAP_ID_ATTRIBUTE: 'objectGUID',
      SEXTANT_LDAP_USERNAME_ATTRIBUTE: 'sAMAccountName',
      ...more,
    })
    if (!signIn.ldap) throw new Error('no directory in the settings')
    const errors: unknown[] = []
    const { personOf: find } = createDirectory(signIn.ldap, (error) => errors.push(error))
    const person = await find(username, password).catch((error: Error) => error.message)
    return { person, errors: errors.map(String) }
  }

  it.each(['ana', 'ANA', 'ana@corp.example', 'Ana@CORP.example'])(
    '%s is identified by its account name and its objectGUID',
    async (name) => {
      const { person } = await personOf(name, passwordOf('ana'))
      expect(person).toMatchObject({ username: 'ana', subject: guids[0]?.toString('hex') })
    },
  )

  it('distinguishes two people whose objectGUID differs only in bytes that are not text', async () => {
    const { person } = await personOf('ben', passwordOf('ben'))
    expect(person).toMatchObject({ username: 'ben', subject: guids[1]?.toString('hex'), groups: [] })
  })

  it.each([
    ['memberOf', {}],
    ['a search of groups', { SEXTANT_LDAP_GROUP_BASE: 'ou=groups,dc=example,dc=org' }],
  ])('reads groups by %s, with the groups around them if configured', async (_how, settings) => {
    const namesOf = async (more: Record<string, string>) => {
      const { person } = await personOf('ana', passwordOf('ana'), { ...settings, ...more })
      if (typeof person !== 'object') throw new Error(person)
      return person.groups.filter((group) => !group.includes('=')).toSorted((a, b) => a.localeCompare(b))
    }
    expect(await namesOf({})).toEqual(['team'])
    expect(await namesOf({ SEXTANT_LDAP_NESTED_GROUPS: 'true' })).toEqual(['analysts', 'everybody', 'team'])
  })

  it('sends as many requests for an unknown name as for a wrong password', async () => {
    const proxy = await startProxy(port)
    const url = { SEXTANT_LDAP_URL: `ldap://127.0.0.1:${proxy.port}` }
    try {
      const asked = async (name: string) => {
        const before = proxy.connections.length
        expect((await personOf(name, 'wrong', url)).person).toBeUndefined()
        return proxy.connections.length - before
      }
      expect(await asked('nobody')).toBe(await asked('ana'))
    } finally {
      await proxy.close()
    }
  })

  describe('with StartTLS', () => {
    const startTls = (more: Record<string, string> = {}) => ({
      SEXTANT_LDAP_URL: `ldap://localhost:${port}`,
      SEXTANT_LDAP_START_TLS: 'true',
      ...more,
    })
    const away = 'The directory does not respond. Please try again later.'

    it('refuses a certificate of an unknown authority', async () => {
      const { person, errors } = await personOf('ana', passwordOf('ana'), startTls())
      expect(person).toBe(away)
      expect(errors.join()).toMatch(/self-signed certificate/)
    })

    describe('and a known authority', () => {
      const usual = getCACertificates('default')
      beforeAll(() => setDefaultCACertificates([...usual, directory.certificate]))
      afterAll(() => setDefaultCACertificates(usual))

      it('signs in', async () => {
        const { person, errors } = await personOf('ana', passwordOf('ana'), startTls())
        expect([person, errors]).toMatchObject([{ username: 'ana' }, []])
      })

      it('refuses the certificate of another host', async () => {
        const url = `ldap://127.0.0.1:${port}`
        const { person, errors } = await personOf('ana', passwordOf('ana'), startTls({ SEXTANT_LDAP_URL: url }))
        expect(person).toBe(away)
        expect(errors.join()).toMatch(/127\.0\.0\.1 is not in the cert's list/)
      })
    })
  })

  it('sends no password in plain text to a directory without TLS', async () => {
    const heard: Buffer[] = []
    const plain = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (request) => {
        heard.push(request)
        // an extended response with the same id: protocolError
        socket.write(Buffer.from([0x30, 0x0c, 0x02, 0x01, request[4] ?? 0, 0x78, 7, 0x0a, 1, 2, 4, 0, 4, 0]))
      })
    })
    plain.listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const { port: plainPort } = plain.address() as AddressInfo
    try {
      const settings = { SEXTANT_LDAP_URL: `ldap://127.0.0.1:${plainPort}`, SEXTANT_LDAP_START_TLS: 'true' }
      const { person } = await personOf('ana', passwordOf('ana'), settings)
      expect(typeof person).toBe('string')
      const text = Buffer.concat(heard).toString('latin1')
      expect(text).toContain('1.3.6.1.4.1.1466.20037')
      for (const secret of [passwordOf('ana'), directory.settings['SEXTANT_LDAP_BIND_PASSWORD'] ?? 'none'])
        expect(text).not.toContain(secret)
    } finally {
      plain.close()
    }
  })
})
