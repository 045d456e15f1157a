import { openStage } from './harness/stage.ts'
import { chromiumPath, launchForStage } from './harness/visitor.ts'
const stage = await openStage(() => launchForStage(chromiumPath()!))
const shots = '/tmp/m1shots'
try {
  await stage.play({ name: 'm1c', timeoutMs: 300_000, run: async ({ visit }) => {
    const { page, signIn, go } = await visit({ theme: 'dark', expects: [/.*/] })
    await signIn()
    await go('/mapboundaries/list/')
    await page.getByRole('button', { name: 'Map', exact: true }).first().click()
    const sq = (x: number, y: number) => ({ type: 'Polygon', coordinates: [[[x, y], [x + 2, y], [x + 2, y + 2], [x, y + 2], [x, y]]] })
    const file = { type: 'FeatureCollection', features: [{ type: 'Feature', properties: null, geometry: sq(0, 0) }, { type: 'Feature', properties: {}, geometry: sq(5, 89.5) }] }
    const up = async (name: string, text: string) => {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
      await page.waitForTimeout(2500)
    }
    await up('table.json', 'code;name\n1;2\n')
    await page.screenshot({ path: `${shots}/c1.png` })
    await up('Floors.geojson', JSON.stringify(file))
    await page.screenshot({ path: `${shots}/c2.png` })
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.waitForTimeout(1000)
    await page.screenshot({ path: `${shots}/c3.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.waitForTimeout(1000)
    await page.screenshot({ path: `${shots}/c4.png` })
  } })
} finally { await stage.close() }
