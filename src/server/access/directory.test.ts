import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordOf, startApp, type TestApp } from '../testing/app.ts'
import { hasDirectory, startDirectory, type TestDirectory } from '../testing/directory.ts'
import { freePort } from '../testing/freePort.ts'
import { nameOfDn } from './directory.ts'

it.each([
  ['cn=admins,ou=groups,dc=example', 'admins'],
  ['CN=Data\\, and more,DC=x', 'Data, and more'],
  ['cn=a\\2cb,dc=x', 'a,b'],
  ['cn=one+ou=two,dc=x', 'one'],
  ['nothing', ''],
])('the name of the group %s is %s', (dn, name) => {
  expect(nameOfDn(dn)).toBe(name)
})

// CI has OpenLDAP; elsewhere the tests are skipped without it
describe.skipIf(!hasDirectory() && process.env['CI'] !== 'true')('sign-in with a directory', () => {
  let directory: TestDirectory
  let server: TestApp

  beforeAll(async () => {
    const people = ['ana', 'ben', 'cat', 'local', 'star*', 'odd)(cn=*', 'admin']
    const groups = { analysts: ['ana', 'star*', 'odd)(cn=*', 'local'], bosses: ['ben', 'admin'] }
    directory = await startDirectory(people, groups, await freePort())
    const SEXTANT_SIGN_IN_ROLES =
      'analysts: Gamma; cn=analysts,ou=groups,dc=example,dc=org: sql_lab; bosses: Alpha; nobody: Admin'
    server = await startApp({ ...directory.settings, SEXTANT_SIGN_IN_ROLES })
    await server.addUser('local', ['Gamma'])
  }, 60_000)
  afterAll(async () => {
    await server?.close()
    await directory?.stop()
  })

  async function signIn(username: string, password: string, provider = 'ldap') {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/security/login',
      payload: { username, password, provider },
    })
    if (answer.statusCode !== 200)
      return { status: answer.statusCode, message: answer.json<{ message: unknown }>().message }
    const authorization = `Bearer ${answer.json<{ access_token: string }>().access_token}`
    const me = await server.app.inject({ method: 'GET', url: '/api/v1/me/roles/', headers: { authorization } })
    const {
      username: name,
      email,
      roles,
    } = me.json<{ result: { username: string; email: string; roles: object } }>().result
    return { status: 200, name, email, roles: Object.keys(roles).sort() }
  }

  it('creates accounts with the roles of the groups, by form and by API', async () => {
    expect(await signIn('ana', passwordOf('ana'))).toEqual({
      status: 200,
      name: 'ana',
      email: 'ana@directory.example',
      roles: ['Gamma', 'sql_lab'],
    })
    expect(await signIn('ben', passwordOf('ben'), 'db')).toMatchObject({ status: 200, roles: ['Alpha'] })
    const browser = await server.browser('ana')
    expect((await browser.inject({ method: 'GET', url: '/api/v1/me/' })).json()).toMatchObject({
      result: { username: 'ana', first_name: 'ana', last_name: 'Tester' },
    })
    const people = await server.services.db.selectFrom('users').select('id').where('username', '=', 'ana').execute()
    expect(people).toHaveLength(1)
  })

  it('refuses people without a role, wrong and empty passwords, and unknown names', async () => {
    expect(await signIn('cat', passwordOf('cat'))).toMatchObject({
      status: 403,
      message: expect.stringContaining('None of your groups') as string,
    })
    for (const [name, password] of [
      ['ana', 'wrong'],
      ['ana', ''],
      ['', passwordOf('ana')],
      ['dan', passwordOf('dan')],
    ] as const) {
      expect(await signIn(name, password), `${name} ${password}`).toMatchObject({
        status: 401,
        message: 'Not authorized',
      })
    }
  })

  it.each(['*', 'an*', 'ana)(uid=*', '*)(uid=*))(|(uid=*', 'ana\\', 'ana\0', '(', ')', 'ana)(&', ''])(
    'searches %j as a name, never as a filter',
    async (name) => {
      for (const password of [passwordOf('ana'), passwordOf('admin')])
        expect(await signIn(name, password)).toMatchObject({ status: 401 })
    },
  )

  it.each(['star*', 'odd)(cn=*'])('finds %s, a name with special characters, and its groups only', async (name) => {
    const roles = ['Gamma', 'sql_lab']
    expect(await signIn(name, passwordOf(name))).toMatchObject({ status: 200, name, roles })
  })

  it('gives nobody the account of a local user', async () => {
    // the password of the local account counts, and is never sent to the directory
    expect(await signIn('local', passwordOf('local'))).toMatchObject({ status: 200, roles: ['Gamma'] })
    await server.services.db.updateTable('users').set({ password_hash: null }).where('username', '=', 'local').execute()
    expect(await signIn('local', passwordOf('local'))).toMatchObject({
      status: 403,
      message: expect.stringContaining('An account with your name') as string,
    })
  })

  it('reports that the directory does not respond; local accounts still sign in', async () => {
    const alone = await startApp({ ...directory.settings, SEXTANT_LDAP_URL: 'ldap://127.0.0.1:9' })
    try {
      const send = (username: string, password: string) =>
        alone.app.inject({
          method: 'POST',
          url: '/api/v1/security/login',
          payload: { username, password, provider: 'db' },
        })
      const answer = await send('ana', passwordOf('ana'))
      expect([answer.statusCode, answer.json()]).toEqual([
        503,
        { message: 'The directory does not respond. Please try again later.' },
      ])
      expect((await send('admin', passwordOf('admin'))).statusCode).toBe(200)
    } finally {
      await alone.close()
    }
  })
})
