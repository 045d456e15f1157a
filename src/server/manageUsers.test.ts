import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from './testing/app.ts'

const home = mkdtempSync(join(tmpdir(), 'sextant-users-'))
let server: TestApp
beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false', SEXTANT_HOME: home })
})
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

/** Runs the command while the server runs. */
async function users(...args: string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, SEXTANT_HOME: home, SEXTANT_BASE_URL: 'http://sextant.test' }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['src/server/manageUsers.ts', ...args], { env })
    return { code: 0, text: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, text: stdout }
  }
}

it('adds, lists, disables, enables and resets accounts from the command line', { timeout: 60_000 }, async () => {
  expect((await users()).text).toContain('Usage:')
  expect(await users('add', 'kim', '--email', 'nonsense')).toMatchObject({ code: 1 })
  expect(await users('add', 'kim', '--email', 'kim@example.org', '--role', 'Nobody')).toMatchObject({ code: 1 })
  const added = await users('add', 'kim', '--email', 'kim@example.org', '--role', 'Alpha', '--role', 'sql_lab')
  expect(added.text).toMatch(/^http:\/\/sextant\.test\/setup\/[\w-]{32}\n$/)
  expect((await users('list')).text).toContain(
    'kim · kim@example.org · no password · Alpha, sql_lab · last sign-in: never',
  )
  await server.addUser('lea', ['Gamma'])
  const browser = await server.browser('lea')
  const me = async () => (await browser.inject({ method: 'GET', url: '/api/v1/me/' })).statusCode
  expect(await me()).toBe(200)
  expect((await users('disable', 'lea')).code).toBe(0)
  expect(await me()).toBe(401)
  expect((await users('enable', 'lea')).code).toBe(0)
  expect((await users('reset', 'lea')).text).toContain('/setup/')
  expect(await users('disable', 'admin')).toMatchObject({
    code: 1,
    text: 'This is the last administrator who can sign in. Give another user the role Admin first.\n',
  })
  expect(await users('disable', 'nobody')).toEqual({ code: 1, text: 'There is no user nobody.\n' })
})
