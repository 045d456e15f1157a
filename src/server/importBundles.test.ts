import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compiledCode } from './testing/compiledCode.ts'

let home: string
let folder: string
const uuid = (end: number) => `uuid: 11111111-0000-4000-8000-00000000000${end}\nversion: 1.0.0\n`
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'sextant-import-'))
  folder = join(home, 'bundle')
  const files = {
    'metadata.yaml': 'version: 1.0.0\n',
    'databases/far.yaml': `database_name: far\nsqlalchemy_uri: postgresql://u:XXXXXXXXXX@far/d\n${uuid(1)}`,
    'dashboards/b.yaml': `dashboard_title: Far away\n${uuid(3)}`,
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function run(...given: string[]): [status: number | null, lines: string[]] {
  const { status, stdout } = spawnSync(process.execPath, ['src/server/importBundles.ts', ...given], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, SEXTANT_HOME: join(home, 'home'), NODE_COMPILE_CACHE: compiledCode },
    encoding: 'utf8',
  })
  return [status, stdout.trim().split('\n')]
}

it('prints what an import would do, and does not execute it', () => {
  const expected = [
    `${folder}:`,
    '  dashboard Far away: created',
    '  database far: created',
    '  databases/far.yaml: Must provide a password for the database',
  ]
  expect(run('--plan', folder)).toEqual([0, expect.arrayContaining(expected)])
  // nothing was created, and without a terminal no password is requested
  const [status, lines] = run(folder)
  expect([status, lines.at(-1)]).toEqual([1, expect.stringContaining('Must provide a password for the database')])
  expect(run('--plan', folder)).toEqual([0, expect.arrayContaining(expected)])
}, 60_000)

it('names a missing database, and its options', () => {
  expect(run('--map', 'far=nowhere', folder)).toEqual([1, [`${folder}: there is no database nowhere`]])
  expect(run('--map', 'far', folder)).toEqual([1, [expect.stringContaining('Usage: npm run import')]])
}, 60_000)
