import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Engine } from '../../run/engine.ts'
import { open } from './driver.ts'
import { OpenTransactions } from './openTransactions.ts'

/** A server that speaks Trino's protocol and records the statements, each with its transaction. */
let server: Server
let engine: Engine
const statements: string[] = []
/** In this transaction the server finds no table. */
let blind = ''

const column = { name: 'a', type: 'integer' }
const failure = { error: { message: 'Table t does not exist', errorName: 'TABLE_NOT_FOUND' } }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  statements.length = 0
  blind = ''
  let opened = 0
  server = createServer((request, response) => {
    const transaction = String(request.headers['x-trino-transaction-id'])
    let sql = ''
    request.on('data', (chunk) => {
      sql += chunk
    })
    request.on('end', () => {
      if (request.method === 'DELETE') return void response.writeHead(204).end()
      if (request.method === 'POST') statements.push(`${transaction} ${sql}`)
      const isStart = sql.startsWith('START')
      if (isStart) opened += 1
      response.writeHead(200, isStart ? { 'x-trino-started-transaction-id': `t${opened}` } : {})
      const { port } = server.address() as AddressInfo
      const isLong = sql.includes('long')
      const rows = /^(START|ROLLBACK)/.test(sql)
        ? {}
        : transaction === blind || sql.includes('nothing')
          ? failure
          : { columns: [column], data: [[1]], ...(isLong && { nextUri: `http://127.0.0.1:${port}/next` }) }
      response.end(JSON.stringify(rows))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const options = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, username: 'u' }
  // the driver uses none of the settings of a child
  engine = await open({ dialect: 'trino', databaseId: 1, options, dataVersion: '1' }, {} as never)
})
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

const options = (timeoutMs = 10_000) => ({ signal: new AbortController().signal, timeoutMs, exactDecimals: false })
const queries = () => statements.filter((sql) => sql.includes('SELECT'))
const starts = () => statements.filter((sql) => sql.includes('START')).length
const transactionOf = (statement = '') => statement.split(' ')[0]
const run = (sql: string, timeoutMs?: number) =>
  engine.query(sql, options(timeoutMs), async (result) => {
    while (await result.next());
  })

it('queries that follow each other run in one transaction, which ends after half a second', async () => {
  await run('SELECT 1')
  await run('SELECT 2')
  expect(queries()).toEqual(['t1 SELECT 1', 't1 SELECT 2'])
  vi.advanceTimersByTime(500)
  await expect.poll(() => statements).toContain('t1 ROLLBACK')
  await run('SELECT 3')
  expect(queries().at(-1)).toBe('t2 SELECT 3')
})

it('later queries do not wait for a transaction: a spare one is opened after each, and ends after a minute', async () => {
  await run('SELECT 1')
  await expect.poll(starts).toBe(2)
  vi.advanceTimersByTime(1000)
  await run('SELECT 2')
  expect(queries().at(-1)).toBe('t2 SELECT 2')
  await expect.poll(starts).toBe(3)
  vi.advanceTimersByTime(1000)
  await expect.poll(() => statements).toContain('t2 ROLLBACK')
  expect(statements).not.toContain('t3 ROLLBACK')
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => statements).toContain('t3 ROLLBACK')
  expect(starts()).toBe(3)
})

it('queries at the same time have a transaction each', async () => {
  await Promise.all([run('SELECT 1'), run('SELECT 2')])
  expect(queries().sort()).toEqual(['t1 SELECT 1', 't2 SELECT 2'])
})

it('a transaction with a query that failed or was stopped runs no other one', async () => {
  await expect(run('SELECT nothing')).rejects.toThrow('Table t does not exist')
  await engine.describe('SELECT long', options())
  await run('SELECT 1')
  const ids = queries().map(transactionOf)
  expect(new Set(ids).size).toBe(3)
  const ended = () => statements.filter((sql) => sql.includes('ROLLBACK')).map(transactionOf)
  await expect.poll(ended).toEqual(ids.slice(0, 2))
})

it('a table that is missing in a shared transaction is looked for in a new one', async () => {
  await run('SELECT 1')
  blind = 't1'
  await run('SELECT 2')
  expect(queries().slice(1)).toEqual(['t1 SELECT 2', expect.stringMatching(/^t[23] SELECT 2$/)])
  await expect.poll(() => statements).toContain('t1 ROLLBACK')
})

it('a query that may take long has a transaction of its own', async () => {
  await run('SELECT 1')
  await run('SELECT 2', 600_000)
  expect(queries().at(-1)).toMatch(/^t[23] SELECT 2$/)
})

it('a transaction whose query ran during a change runs no other one', () => {
  const closed: string[] = []
  const all = new OpenTransactions(
    async () => 'spare',
    (id) => closed.push(id),
  )
  const transaction = all.opened('t1')
  all.closeFree()
  all.ended(transaction, true)
  expect([closed, all.take()]).toEqual([['t1'], undefined])
})

it('after a change nothing runs in a transaction from before', async () => {
  await run('SELECT 1')
  async function* changes() {
    yield 'CREATE TABLE t (a integer)'
  }
  await engine.load?.(changes(), options())
  await run('SELECT 2')
  expect(queries().at(-1)).toBe('t2 SELECT 2')
})
