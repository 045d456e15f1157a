import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folders: string[] = []

/** The launcher in a tree of its own, on a Node that says it is another. */
function launch(node: { version: string; platform?: string; arch?: string }, args: string[] = [], isLinked = false) {
  const tree = mkdtempSync(join(tmpdir(), 'sextant-launch-'))
  folders.push(tree)
  mkdirSync(join(tree, 'scripts'))
  cpSync(join(root, 'scripts/launch.mjs'), join(tree, 'scripts/launch.mjs'))
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(tree, file))
  if (isLinked) {
    mkdirSync(join(tree, 'elsewhere'))
    symlinkSync(join(tree, 'elsewhere'), join(tree, 'node_modules'))
  } else mkdirSync(join(tree, 'node_modules'))
  // an npm that installs at once and cannot bring a Node
  writeFileSync(join(tree, 'npm.cjs'), "process.exit(process.argv.includes('ci') ? 0 : 7)")
  const pretend = Object.entries({ platform: node.platform, arch: node.arch }).flatMap(([name, value]) =>
    value === undefined ? [] : [`Object.defineProperty(process, '${name}', { value: '${value}' })`],
  )
  writeFileSync(
    join(tree, 'pretend.cjs'),
    [
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node.version}' } })`,
      ...pretend,
    ].join('\n'),
  )
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--require', './pretend.cjs', 'scripts/launch.mjs', ...args],
    { cwd: tree, encoding: 'utf8', env: { PATH: process.env['PATH'], npm_execpath: join(tree, 'npm.cjs') } },
  )
  return { status, stdout, stderr }
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('the launcher', () => {
  it('says in one sentence which Node to install where none can be brought', () => {
    const { status, stderr } = launch({ version: '20.1.0', platform: 'freebsd', arch: 'x64' })
    expect(status).toBe(1)
    expect(stderr).toBe('Sextant needs Node 24 or later, but this is 20.1.0. Install it from https://nodejs.org.\n')
  })

  it('says so as well where bringing it fails', () => {
    const { status, stderr } = launch({ version: '20.1.0', platform: 'linux', arch: 'x64' })
    expect(status).toBe(1)
    expect(stderr).toMatch(/could not be downloaded\. Sextant needs Node 24 or later, but this is 20\.1\.0/)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  it('never installs through a link into another tree', () => {
    const { status, stderr } = launch({ version: process.versions.node }, ['start'], true)
    expect(status).toBe(1)
    expect(stderr).toBe(
      'node_modules is a link, and its packages do not match package-lock.json. Install them in the linked folder.\n',
    )
  })

  it('names the commands that there are', () => {
    const { status, stderr } = launch({ version: process.versions.node }, ['stat'])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Unknown command: stat. Commands: start, dev, test, /)
  })
})
