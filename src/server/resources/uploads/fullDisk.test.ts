import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordOf } from '../../testing/app.ts'
import { type ServerProcess, startProcess } from '../../testing/process.ts'

const MB = 1_000_000
/** Arguments of bubblewrap for the same file system, with a small disk at `folder`. */
const mount = (folder: string, bytes: number) =>
  `--die-with-parent --dev-bind / / --size ${bytes} --tmpfs ${folder} --`.split(' ')
const canMount = spawnSync('bwrap', [...mount('/tmp', 4096), 'true']).status === 0

describe.runIf(canMount)('files for a server whose disk is full', () => {
  const home = mkdtempSync(join(tmpdir(), 'sextant-full-'))
  let server: ServerProcess
  let authorization: string

  beforeAll(async () => {
    server = await startProcess(home, undefined, {}, ['bwrap', ...mount(home, 48 * MB)])
    const answer = await fetch(`${server.address}/api/v1/security/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: passwordOf('admin'), provider: 'db' }),
    })
    authorization = `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
  })
  afterAll(async () => {
    await server?.end('SIGTERM')
    rmSync(home, { recursive: true, force: true })
  })

  /** Rows that cannot be compressed. */
  function rowsOf(bytes: number): string {
    const values = randomBytes(bytes * 0.75)
      .toString('base64url')
      .match(/.{1,200}/g)
    return `n,value\n${(values ?? []).map((value, at) => `${at},${value}`).join('\n')}\n`
  }

  async function send(path: string, text: string, fields: Record<string, string> = {}) {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', new Blob([text]), 'values.csv')
    const answer = await fetch(server.address + path, { method: 'POST', headers: { authorization }, body })
    return { status: answer.status, body: (await answer.json()) as { message?: string; id: string; result: Preview } }
  }
  interface Preview {
    reading: object
    columns: { name: string; type: string }[]
  }
  const create = async ({ id, result }: { id: string; result: Preview }, table_name: string) => {
    const columns = result.columns.map(({ name, type }) => ({ source: name, name, seen: type }))
    const answer = await fetch(`${server.address}/api/v1/upload/${id}/`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ table_name, reading: result.reading, columns }),
    })
    return { status: answer.status, body: (await answer.json()) as object }
  }
  const remove = ({ id }: { id: string }) =>
    fetch(`${server.address}/api/v1/upload/${id}`, { method: 'DELETE', headers: { authorization } })

  /** The path of a file in the home folder as the server sees it. The server is the only child of bubblewrap. */
  const inHome = (name: string) => {
    const { pid } = server.child
    const [main] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    return join(`/proc/${main}/root`, home, name)
  }
  const inFolder = (name: string) => (existsSync(inHome(name)) ? readdirSync(inHome(name)) : [])
  const full = { message: 'The disk of the server is full. Nothing was saved.' }

  it('larger than the disk: they are rejected, and leave nothing behind', async () => {
    const text = rowsOf(60 * MB)
    expect(await send('/api/v1/upload/', text)).toEqual({ status: 507, body: full })
    expect(inFolder('uploads')).toEqual([])
    const url = '/api/v1/database/1/csv_upload/'
    expect(await send(url, text, { table_name: 'values' })).toEqual({ status: 507, body: full })
    expect(inFolder('uploads')).toEqual([])
  }, 120_000)

  it('whose table has no space: none is created, and smaller files still become tables', async () => {
    const { status, body } = await send('/api/v1/upload/', rowsOf(32 * MB))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(inFolder('uploads')).toEqual([body.id])
    expect(await create(body, 'large')).toEqual({ status: 507, body: full })
    expect(inFolder('data')).toEqual([])
    await remove(body)
    expect(inFolder('uploads')).toEqual([])
    const small = await send('/api/v1/upload/', rowsOf(MB))
    expect(await create(small.body, 'small')).toMatchObject({ status: 201 })
  }, 120_000)

  it.each(['csv', 'xlsx'])('%s of a chart that has no space is not written', async (result_format) => {
    const filler = inHome('filler')
    expect(() => writeFileSync(filler, Buffer.alloc(60 * MB))).toThrow(/ENOSPC/)
    const query = { datasource: { id: 1, type: 'table' }, queries: [{ columns: ['n', 'value'], row_limit: 5000 }] }
    const answer = await fetch(`${server.address}/api/v1/chart/data`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ ...query, result_format }),
    })
    rmSync(filler)
    expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 507, body: full })
  })
})
