import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../contracts.ts'
import { failureOf } from '../dialects/testing/failure.ts'
import { createEnginePool, type Pool } from './pool.ts'
import { plainJob } from './testing/job.ts'

/** Servers that never stop sending. A child that collected what they send would exceed its memory and be killed. */

let pool: Pool
const warnings: string[] = []
beforeAll(() => {
  pool = createEnginePool({ memoryLimitMb: 64, residentLimitMb: 640, onWarning: (text) => warnings.push(text) })
})
afterAll(() => pool.close())

const servers: Server[] = []
afterEach(() => {
  warnings.length = 0
  for (const server of servers.splice(0)) server.close()
})

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as AddressInfo).port
}

let databaseId = 500
const at = (dialect: string, port: number): ConnectionSpec => ({
  dialect,
  databaseId: databaseId++,
  options: { host: '127.0.0.1', port, username: 'u', database: 'd' },
  dataVersion: '1',
})
const select = (connection: ConnectionSpec) => pool.run(plainJob(connection, 'SELECT x FROM t'))

const MB = 1_048_576
/** Writes endlessly, until the reader closes. */
function pour(to: Writable, chunk = Buffer.alloc(MB, 'x')): void {
  const more = () => {
    while (!to.destroyed && to.write(chunk)) {
      // until its buffer is full
    }
  }
  to.on('error', () => undefined)
  to.on('drain', more)
  more()
}

const tooLarge = (port: number, limitMb = 64) => ({
  code: 'RESULT_TOO_LARGE_ERROR',
  status: 400,
  message: `The database at "127.0.0.1", port ${port}, sent a part of its response that is larger than ${limitMb} MB.`,
})

async function expectRefusal(dialect: string, port: number, connection = at(dialect, port)): Promise<void> {
  expect(await failureOf(select(connection))).toMatchObject(tooLarge(port))
  expect(warnings).toEqual([])
}

const message = (code: string, length: number, ...rest: Buffer[]) => {
  const head = Buffer.alloc(5)
  head.write(code)
  head.writeInt32BE(length, 1)
  return Buffer.concat([head, ...rest])
}
const ENDLESS = 0x7fffffff

describe('a server of PostgreSQL that never stops sending', () => {
  const serve = (answer: (socket: Socket, asked: Buffer) => void) =>
    listening(
      createServer((socket) => {
        socket.on('error', () => undefined)
        socket.on('data', (asked) => answer(socket, asked))
      }),
    )

  it('an error at the start is not read to its end', async () => {
    const port = await serve((socket) => {
      socket.write(message('E', ENDLESS))
      pour(socket)
    })
    await expectRefusal('postgresql', port)
  })

  it('a row is not read to its end', async () => {
    const ready = message('Z', 5, Buffer.from('I'))
    const field = Buffer.concat([Buffer.from('x\0'), Buffer.alloc(6), Buffer.from([0, 0, 0, 25]), Buffer.alloc(8)])
    const port = await serve((socket, asked) => {
      if (asked[0] === 0) socket.write(Buffer.concat([message('R', 8, Buffer.alloc(4)), ready]))
      else if (asked[0] === 'Q'.charCodeAt(0))
        socket.write(Buffer.concat([message('C', 8, Buffer.from('SET\0')), ready]))
      else {
        socket.write(message('T', 6 + field.length, Buffer.from([0, 1]), field))
        socket.write(message('D', ENDLESS, Buffer.from([0, 1, 0x7f, 0xff, 0xff, 0])))
        pour(socket)
      }
    })
    await expectRefusal('postgresql', port)
  })
})

/** The minimum that the MySQL driver needs from a server. */
const mysqlServer = {
  packet: (at: number, payload: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUIntLE(payload.length, 0, 3)
    head[3] = at
    return Buffer.concat([head, payload])
  },
  greeting: Buffer.concat([
    Buffer.from('\x0a8.0.0\0', 'latin1'),
    Buffer.from([1, 0, 0, 0, ...Buffer.alloc(8, 'a'), 0, 0x0f, 0xa2, 45, 2, 0, 8, 0, 21, ...Buffer.alloc(10)]),
    Buffer.from('aaaaaaaaaaaa\0mysql_native_password\0'),
  ]),
  ok: Buffer.from([0, 0, 0, 2, 0, 0, 0]),
  end: Buffer.from([0xfe, 0, 0, 2, 0]),
  /** A text, preceded by its length. */
  text: (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]),
  /** The beginning of a result with one column of texts. */
  columns(): Buffer {
    const type = Buffer.from([12, 45, 0, 80, 0, 0, 0, 0xfd, 0, 0, 0, 0, 0])
    const definition = Buffer.concat([...['def', '', '', '', 'x', ''].map(this.text), type])
    return Buffer.concat([Buffer.from([1]), definition, this.end].map((part, at) => this.packet(at + 1, part)))
  },
}

describe('a server of MySQL', () => {
  const { packet, text, greeting, ok, end } = mysqlServer
  const serve = (answer: (socket: Socket) => void) =>
    listening(
      createServer((socket) => {
        socket.on('error', () => undefined)
        socket.write(packet(0, greeting))
        let isIn = false
        socket.on('data', (asked) => {
          const sql = asked.subarray(5).toString()
          if (!isIn) socket.write(packet(2, ok))
          else if (sql.startsWith('SELECT VERSION'))
            socket.write(Buffer.concat([mysqlServer.columns(), packet(4, text('8.0.0')), packet(5, end)]))
          else if (sql.startsWith('SELECT')) answer(socket)
          else socket.write(packet(1, ok))
          isIn = true
        })
      }),
    )
  /** A packet of the maximum size: its content continues in the next packet. */
  const part = Buffer.alloc(0xff_ff_ff + 4, 'x')
  part.set([0xff, 0xff, 0xff, 4])

  it('a greeting without an end is not read to its end', async () => {
    const port = await listening(createServer((socket) => pour(socket, part)))
    await expectRefusal('mysql', port)
  })

  it('a row without an end is not read to its end', async () => {
    const port = await serve((socket) => {
      socket.write(mysqlServer.columns())
      pour(socket, part)
    })
    await expectRefusal('mysql', port)
  })

  it('that leaves in the middle of a result ends the query at once', async () => {
    const port = await serve((socket) => {
      socket.write(Buffer.concat([mysqlServer.columns(), packet(4, text('1'))]))
      setTimeout(() => socket.destroy(), 50)
    })
    expect(await failureOf(select(at('mysql', port)))).toMatchObject({
      code: 'CONNECTION_HOST_DOWN_ERROR',
      status: 503,
    })
  })

  it('that does not respond after the login does not block a query', async () => {
    const port = await listening(
      createServer((socket) => {
        socket.on('error', () => undefined)
        socket.write(packet(0, greeting))
        socket.once('data', () => socket.write(packet(2, ok)))
      }),
    )
    const limits = { timeoutMs: 300, maxRows: 10, maxBytes: 1000 }
    const work = pool.run(plainJob(at('mysql', port), 'SELECT 1', { limits }))
    expect(await failureOf(work)).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR' })
    expect(warnings).toEqual([])
  })
})

describe('a server over HTTP', () => {
  const serve = (answer: (response: ServerResponse, sql: string) => void) =>
    listening(
      createHttpServer((request: IncomingMessage, response) => {
        const asked: Buffer[] = []
        request.on('data', (chunk: Buffer) => asked.push(chunk))
        request.on('end', () => answer(response, Buffer.concat(asked).toString()))
      }),
    )
  /** Responds to the test statement of the driver; `answer` responds to other statements. */
  const clickhouse = (answer: (response: ServerResponse, sql: string) => void) =>
    serve((response, sql) => {
      if (sql.includes('FORMAT')) answer(response, sql)
      else response.end('1\n')
    })

  it('of ClickHouse: a line without an end is not read to its end', async () => {
    const port = await clickhouse((response) => {
      response.write('["x"]\n["String"]\n["1"]\n["')
      pour(response)
    })
    await expectRefusal('clickhouse', port)
  })

  it('of ClickHouse: a list without an end is not read to its end', async () => {
    const port = await clickhouse((response) => pour(response))
    const question = { ask: 'tables', catalog: null, schema: 's' } as const
    expect(await failureOf(pool.catalog(at('clickhouse', port), question))).toMatchObject(tooLarge(port, 256))
    expect(warnings).toEqual([])
  })

  it('of ClickHouse: an error without an end is cut', async () => {
    const port = await clickhouse((response) => {
      response.statusCode = 500
      response.write('Code: 60. DB::Exception: Unknown table t. (UNKNOWN_TABLE)\n')
      pour(response)
    })
    expect(await failureOf(select(at('clickhouse', port)))).toMatchObject({
      code: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: 'Unknown table t.  (UNKNOWN_TABLE)',
    })
  })

  it('of ClickHouse: an error after the rows is the error of the query', async () => {
    const port = await clickhouse((response) => {
      response.setHeader('X-ClickHouse-Exception-Tag', 'abcdefgh')
      const error = 'Code: 395. DB::Exception: It went wrong. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO) (version 26.1)'
      response.write('["x"]\n["String"]\n["1"]\n')
      response.end(`\r\n__exception__\r\nabcdefgh\r\n${error}\n${error.length + 1} abcdefgh\r\n__exception__\r\n`)
    })
    expect((await failureOf(select(at('clickhouse', port)))).message).toContain('It went wrong.')
  })

  it('that is not ClickHouse is reported as such', async () => {
    const port = await serve((response) => void response.writeHead(404).end('<html>Welcome</html>'))
    expect(await failureOf(select(at('clickhouse', port)))).toMatchObject({
      status: 400,
      message: 'The server does not respond like a ClickHouse server: <html>Welcome</html>',
    })
  })

  it('of Trino: a page without an end is not read to its end', async () => {
    const port = await serve((response) => {
      response.write('{"id": "')
      pour(response)
    })
    await expectRefusal('trino', port)
  })

  it('of Trino and of ClickHouse: parameters of the connection are sent', async () => {
    const sent: string[] = []
    const note = (request: IncomingMessage, response: ServerResponse) => {
      const { headers, url = '' } = request
      const names = ['x-trino-source', 'x-trino-client-tags', 'x-trino-session']
      sent.push([url, ...names.map((name) => headers[name])].join(' '))
      // the test statement of ClickHouse's driver
      if (url.startsWith('/?') && !url.includes('max_threads')) return void response.end('1\n')
      response.statusCode = 404
      response.end('no')
    }
    const port = await listening(createHttpServer(note))
    const tried = (dialect: string, query: Record<string, string>) => {
      const connection = at(dialect, port)
      const options = 'options' in connection ? connection.options : {}
      return failureOf(select({ ...connection, options: { ...options, query } }))
    }
    const session_properties = JSON.stringify({ query_max_run_time: '9d', 'hive.x': 'a,b' })
    await tried('trino', { source: 'reports', client_tags: '["one","two"]', session_properties })
    expect(sent[0]).toBe('/v1/statement reports one,two query_max_run_time=60s,hive.x=a%2Cb')
    await tried('clickhouse', { settings: JSON.stringify({ max_threads: 2, readonly: '0' }) })
    expect(sent.at(-1)).toMatch(/max_threads=2/)
    expect(sent.at(-1)).toMatch(/readonly=1/)
    expect(await tried('trino', { session_properties: '[1]' })).toMatchObject({
      status: 400,
      message: 'The parameter "session_properties" of the connection is not valid.',
    })
  })

  it('of Trino: an error without an end is cut', async () => {
    const port = await serve((response) => {
      response.statusCode = 500
      pour(response)
    })
    const { message, code } = await failureOf(select(at('trino', port)))
    expect(code).toBe('GENERIC_DB_ENGINE_ERROR')
    expect(message).toMatch(/^The server does not respond like a Trino server: x{300}$/)
  })
})
