import { expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { startApp } from '../testing/app.ts'

it.each<[string, NodeJS.ProcessEnv, string[], number]>([
  ['no proxy is trusted', {}, ['203.0.113.7', '203.0.113.8'], 1],
  ['another proxy is trusted', { SEXTANT_TRUST_PROXY: '10.0.0.0/8' }, ['203.0.113.7', '203.0.113.8'], 1],
  ['the proxy is trusted', { SEXTANT_TRUST_PROXY: '10.0.0.0/8,127.0.0.1' }, ['203.0.113.7', '127.0.0.1'], 0],
  ['no address is named', {}, ['', ''], 0],
])('if %s, X-Forwarded-For is logged as often as expected', async (_, settings, named, times) => {
  const server = await startApp()
  const lines: string[] = []
  const log = openLog({ level: 'warn', format: 'json' }, { write: (line) => void lines.push(line) })
  const config = { ...server.services.config, trustProxy: readConfig(settings).trustProxy }
  const app = buildApp({ ...server.services, config, log })
  for (const address of named) {
    const headers = address === '' ? {} : { 'x-forwarded-for': address }
    expect((await app.inject({ url: '/login/', headers })).statusCode).toBe(200)
  }
  await app.close()
  await server.close()
  const said = lines.filter((line) => line.includes('X-Forwarded-For'))
  expect(said).toHaveLength(times)
  if (times > 0) expect(said[0]).toContain('If 127.0.0.1 is your proxy, add it to SEXTANT_TRUST_PROXY')
})
