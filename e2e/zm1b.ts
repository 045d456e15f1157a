import { callApi } from './harness/callApi.ts'
import { createChart, createDashboard } from './harness/createDashboard.ts'
import { openStage } from './harness/stage.ts'
import { chromiumPath, launchForStage } from './harness/visitor.ts'
import { writeFileSync } from 'node:fs'
const stage = await openStage(() => launchForStage(chromiumPath()!))
const say = (x: unknown) => process.stdout.write(`${JSON.stringify(x)}\n`)
try {
  await stage.play({ name: 'm1b', timeoutMs: 900_000, run: async ({ visit }) => {
    const { page, signIn, go } = await visit({ theme: 'light', expects: [/.*/] })
    await signIn()
    const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
    const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', {
      database: result[0]?.id, schema: 'main', table_name: 'm1many',
      sql: "SELECT -150 + (i * 7919 % 100000) / 1000.0 * 3 AS lon, -60 + (i * 104729 % 120000) / 1000.0 AS lat, ['a','b','c'][1 + i % 3] AS kind FROM range(300000) AS numbers(i)",
    })
    const form = { viz_type: 'deck_scatter', spatial: { type: 'latlong', lonCol: 'lon', latCol: 'lat' }, row_limit: 100_000, many_points: 'rows', viewport: { longitude: 0, latitude: 0, zoom: 1, bearing: 0, pitch: 0 }, autozoom: false, point_radius_fixed: { type: 'fix', value: 1 }, min_radius: 2, max_radius: 2, dimension: 'kind' }
    const ids = [await createChart(page, 'Many', id, form)]
    const board = await createDashboard(page, 'M1', ids, {}, 1)
    await page.addInitScript(() => {
      const w = window as unknown as { log: [string, number, number][] }
      w.log = []
      new PerformanceObserver((l) => l.getEntries().forEach((e) => w.log.push(['task', e.startTime, e.duration]))).observe({ type: 'longtask', buffered: true })
      const p = WebGL2RenderingContext.prototype as unknown as Record<string, (...a: unknown[]) => unknown>
      for (const name of ['drawArraysInstanced', 'drawElementsInstanced', 'drawArrays', 'drawElements', 'readPixels', 'bufferData', 'bufferSubData', 'clientWaitSync', 'getBufferSubData']) {
        const own = p[name]!
        p[name] = function (this: unknown, ...a: unknown[]) {
          const t = performance.now(); const r = own.apply(this, a); const d = performance.now() - t
          if (name !== 'clientWaitSync' && (d > 5 || name === 'readPixels' || (Number(a[3] ?? 0) > 10000) || (Number(a[4] ?? 0) > 10000))) w.log.push([`${name} ${name.startsWith('draw') ? a.slice(-1)[0] : ''}`, t, d])
          return r
        }
      }
    })
    const client = await page.context().newCDPSession(page)
    await client.send('Profiler.enable')
    await client.send('Profiler.start')
    const t0 = Date.now()
    await go(`/superset/dashboard/${board}/`)
    const map = page.locator('[data-map=drawn]').first()
    await map.waitFor({ timeout: 120_000 })
    say(['drawn', Date.now() - t0])
    const dump = async (name: string) => say([name, await page.evaluate(() => { const w = window as unknown as { log: [string, number, number][] }; const l = w.log.map(([n, t, d]) => `${n} @${Math.round(t)} ${Math.round(d)}`); w.log = []; return l })])
    await dump('start')
    const profile = (await client.send('Profiler.stop')).profile
    writeFileSync('/tmp/m1start.cpuprofile', JSON.stringify(profile))
    await client.send('Profiler.start')
    const box = (await map.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    let t = Date.now()
    const step = async (name: string, act: () => Promise<unknown>) => { t = Date.now(); await act(); say([name, Date.now() - t]) }
    await step('move', () => page.mouse.move(x, y))
    await step('down', () => page.mouse.down())
    for (let k = 1; k <= 10; k += 1) await step(`drag ${k}`, () => page.mouse.move(x + k * 8, y + k * 2))
    await step('up', () => page.mouse.up())
    await step('idle', async () => { await page.evaluate(() => new Promise((r) => setTimeout(r, 600))); await page.evaluate(() => { const gl = (document.querySelector('[data-map] canvas') as HTMLCanvasElement).getContext('webgl2'); gl?.finish(); }) })
    await dump('drag')
    writeFileSync('/tmp/m1drag.cpuprofile', JSON.stringify((await client.send('Profiler.stop')).profile))
    await step('hover', async () => { for (let k = 0; k < 5; k += 1) { await page.mouse.move(x + k * 9, y - k * 5); await page.evaluate(() => new Promise((r) => setTimeout(r, 100))) } })
    await dump('hover')
  } })
} finally { await stage.close() }
