import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeAll(async () => {
  server = await startApp()
  await ensureExamplesDatabase(server.services.db, Date.now)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
}, 120_000)
afterAll(async () => {
  agent.destroy()
  await server.close()
})

it('an invalid form does not block the next request of its connection', async () => {
  const authorization = `Bearer ${await server.token('admin')}`
  const { port } = server.app.server.address() as AddressInfo
  const status = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ agent, port, host: '127.0.0.1', method, path, headers: { authorization, ...headers } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode))
      })
        .on('error', reject)
        .end(body)
    })
  const form = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="reading"\r\n\r\n{nonsense\r\n'),
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n'),
    Buffer.alloc(10_000_000, '1,2\n'),
    Buffer.from('\r\n--x--\r\n'),
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(form.length) }
  expect(await status('POST', '/api/v1/upload/', headers, form)).toBe(400)
  expect(await status('GET', '/api/v1/me/')).toBe(200)
})
