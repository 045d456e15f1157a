import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { previewFile } from '../ingest/ingest.ts'
import { stageUpload } from '../ingest/stagedUpload.ts'
import { createEnginePool, type Pool } from './pool.ts'
import { innermost } from './processState.ts'
import { findSandbox, NO_SANDBOX, type Sandbox, sandboxSentence } from './sandbox.ts'
import { createFixture, type Fixture, parseBody, scratchFolder } from './testing/fixture.ts'

const sandbox: Sandbox = await findSandbox()
const program = resolve(import.meta.dirname, '../../..')
/** A file behind a link that points out of a mounted folder: it cannot be mounted at this path. */
const behindLink = '/usr/lib/ssl/certs/ca-certificates.crt'

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

describe.runIf(sandbox.hasNamespaces)('a child in bubblewrap', () => {
  let fixture: Fixture
  let pool: Pool
  beforeAll(async () => {
    fixture = await createFixture({ numbers: 'SELECT range AS n FROM range(1000)' })
    return () => fixture.remove()
  })
  afterEach(() => pool.close())

  const open = () => {
    pool = createEnginePool({ children: 1, memoryLimitMb: 256, spillLimitMb: 7, scratchFolder, sandbox })
  }
  const count = async () => parseBody((await pool.run(fixture.job('SELECT count(*) AS n FROM numbers'))).body)['data']

  it('has access to its own files only, and no network', async () => {
    const secret = mkdtempSync(join(tmpdir(), 'secret-'))
    writeFileSync(join(secret, 'key'), 'canary')
    try {
      open()
      expect(await count()).toEqual([{ n: 1000 }])
      const [pid] = pool.pids
      const inside = `/proc/${pid}/root`
      expect(() => readFileSync(join(inside, secret, 'key'))).toThrow('ENOENT')
      expect(() => readFileSync(join(inside, '/etc/passwd'))).toThrow('ENOENT')
      expect(readdirSync(join(inside, fixture.folder))).toHaveLength(1)
      // the home with the master key, which may be in the same folder, is not visible
      // Node may have been installed into the folder of the program
      const shown = readdirSync(join(inside, program)).filter((name) => name !== '.runtime')
      expect(shown.sort()).toEqual(['node_modules', 'package.json', 'src'])
      expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'))
      const mounts = readFileSync(`/proc/${pid}/mounts`, 'utf8')
      expect(mounts).toMatch(new RegExp(`^\\S+ ${fixture.folder}/\\S+ \\S+ ro,`, 'm'))
    } finally {
      rmSync(secret, { recursive: true })
    }
  })

  it.runIf(sandbox.hasLimits)('has limits that the kernel enforces', async () => {
    open()
    await count()
    const limits = readFileSync(`/proc/${pool.pids[0]}/limits`, 'utf8')
    expect(limits).toMatch(new RegExp(`^Max file size +${7 * 1024 * 1024} `, 'm'))
    expect(limits).toMatch(/^Max core file size +0 /m)
    expect(limits).toMatch(/^Max data size +\d+ /m)
  })

  it('is replaced when it dies, and ends with the pool', async () => {
    open()
    await count()
    const [pid] = pool.pids
    process.kill(pid as number, 'SIGKILL')
    expect(await count()).toEqual([{ n: 1000 }])
    const [next] = pool.pids
    expect(next).not.toBe(pid)
    await pool.close()
    await vi.waitFor(() => expect(() => process.kill(next as number, 0)).toThrow('ESRCH'), { timeout: 40_000 })
  })

  it('starts if the folder of compiled code is a link', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'linked-'))
    mkdirSync(join(scratch, 'elsewhere'))
    symlinkSync(join(scratch, 'elsewhere'), join(scratch, 'compiled'), 'dir')
    pool = createEnginePool({ children: 1, memoryLimitMb: 256, scratchFolder: scratch, sandbox })
    expect(await count()).toEqual([{ n: 1000 }])
    await pool.close()
    rmSync(scratch, { recursive: true })
  })

  it.runIf(existsSync(behindLink))(
    'starts without bubblewrap, with a warning, if that cannot mount its files',
    async () => {
      const warnings: string[] = []
      const options = { children: 1, memoryLimitMb: 256, scratchFolder, sandbox }
      pool = createEnginePool({ ...options, onWarning: (message) => warnings.push(message) })
      const tables = { ...(fixture.connection as { tables: Record<string, string> }).tables, odd: behindLink }
      const connection = fixture.generation('2', tables)
      const { body } = await pool.run(fixture.job('SELECT count(*) AS n FROM numbers', { connection }))
      expect(parseBody(body)['data']).toEqual([{ n: 1000 }])
      expect(warnings.join('\n')).toContain('from now on children run without it')
    },
  )

  it('of an upload has access to its file only, and writes nothing but its table', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'upload-'))
    writeFileSync(join(folder, 'own.csv'), 'n,town\n1,Rome\n2,Oslo\n')
    writeFileSync(join(folder, 'other.csv'), 'canary\n')
    const target = join(folder, 'table.duckdb')
    const before = new Set(childrenOf(process.pid))
    const staged = stageUpload({
      source: join(folder, 'own.csv'),
      target,
      reading: {},
      isGrowing: true,
      scratchFolder: join(folder, 'scratch'),
      sandbox,
      uploadBytes: 1e6,
    })
    try {
      const inside = await vi.waitFor(
        () => {
          const [outer] = childrenOf(process.pid).filter((pid) => !before.has(pid))
          const pid = innermost(innermost(outer ?? 0) ?? 0)
          expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toMatch(/^[^\0]*node\0/)
          return `/proc/${pid}/root`
        },
        { timeout: 40_000 },
      )
      expect(readdirSync(join(inside, folder)).sort()).toEqual(['own.csv', 'scratch', 'table.duckdb.loading'])
      expect(() => writeFileSync(join(inside, folder, 'own.csv'), 'x')).toThrow('EROFS')
      expect(readlinkSync(join(inside, '../ns/net'))).not.toBe(readlinkSync('/proc/self/ns/net'))
      staged.complete()
      expect((await staged.loaded)?.rows).toBe(2)
      expect(existsSync(target)).toBe(true)
      await vi.waitFor(() => expect(readdirSync(folder)).not.toContain('table.duckdb.loading'))
    } finally {
      staged.stop()
      rmSync(folder, { recursive: true })
    }
  })

  it.runIf(existsSync(behindLink))('of an upload that bubblewrap cannot mount is read without it', async () => {
    const upload = { reading: {}, uploadBytes: 1e6 }
    const { columns } = await previewFile(behindLink, { upload, sandbox })
    expect(columns.length).toBeGreaterThan(0)
  })

  it('reaches the servers of remote databases', async () => {
    open()
    const remote = { dialect: 'postgresql', databaseId: 9, dataVersion: '1' }
    const options = { host: '127.0.0.1', port: 9, username: 'x', database: 'x' }
    await expect(pool.ping({ ...remote, options }, 5000)).rejects.toMatchObject({
      code: 'CONNECTION_PORT_CLOSED_ERROR',
    })
  })
})

it('the startup log says how the engine is sandboxed', () => {
  expect(sandboxSentence(NO_SANDBOX)).toContain('install bubblewrap')
  expect(sandboxSentence({ hasNamespaces: true, hasLimits: true })).toContain('no network')
})
