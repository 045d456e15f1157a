import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatRison } from '../../model/wire/rison.ts'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp } from '../testing/app.ts'

/** Time zones that never have the same date: at any time, the date in one of the two is not the date in UTC. */
describe.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('a server in %s', (zone) => {
  it('uses its own "today" everywhere', async () => {
    const server = await startApp({ SEXTANT_TIME_ZONE: zone })
    const folder = mkdtempSync(join(tmpdir(), 'time-zone-'))
    try {
      const { db, now, tables } = server.services
      const databaseId = await ensureExamplesDatabase(db, now)
      const source = join(folder, 'days.csv')
      writeFileSync(source, 'day\n2024-01-01\n')
      await tables.load({ databaseId, table: 'days', source, format: 'csv' })
      const headers = { authorization: `Bearer ${await server.token('admin')}` }
      const post = async (url: string, payload: object) => {
        const answer = await server.app.inject({ method: 'POST', url, payload, headers })
        expect(answer.statusCode, answer.body).toBeLessThan(300)
        return answer.json()
      }
      const dataset = async (table_name: string, sql?: string) =>
        (await post('/api/v1/dataset/', { database: databaseId, table_name, sql })).id
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now())

      const url = `/api/v1/time_range/?q=${encodeURIComponent(formatRison('today : now'))}`
      const shown = (await server.app.inject({ url, headers })).json().result
      expect(shown.since).toBe(`${today}T00:00:00`)
      expect(shown.until.slice(0, 10)).toBe(today)

      const ask = async (id: number, query: object) =>
        (
          await post('/api/v1/chart/data', {
            datasource: { id, type: 'table' },
            queries: [{ metrics: ['count'], ...query }],
          })
        ).result[0]
      const plain = await dataset('days')
      const bounded = await ask(plain, { granularity: 'day', time_range: 'today : now' })
      expect([bounded.from_dttm, bounded.query]).toEqual([Date.parse(today), expect.stringContaining(today)])
      const filtered = await ask(plain, { filters: [{ col: 'day', op: 'TEMPORAL_RANGE', val: 'today : now' }] })
      expect(filtered.query).toContain(today)
      const virtual = await dataset('late', "SELECT day, '{{ from_dttm }}' AS since FROM days")
      const rendered = await ask(virtual, { granularity: 'day', time_range: 'today : now' })
      expect(rendered.query).toContain(`'${today}T00:00:00' AS since`)
    } finally {
      await server.close()
      rmSync(folder, { recursive: true })
    }
  }, 120_000)
})
