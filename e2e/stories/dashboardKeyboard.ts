import { bigNumber, eventually, expect, settled, tile } from '../harness/dashboard.ts'
import { tabTo } from '../harness/hands.ts'
import { sqlNumber } from '../harness/sql.ts'
import { story } from '../harness/story.ts'

const revenue = (where = 'true') => sqlNumber(`SELECT sum(amount) FROM shop_orders WHERE ${where}`)

export const stories = [
  story('dashboard: sign in, filter, fullscreen and share by keyboard only', async ({ visit, product }) => {
    const { page, go } = await visit()
    await go('/login/?next=/superset/dashboard/shop/')
    await page.getByLabel('Username').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('admin')
    await page.keyboard.press('Tab')
    await page.keyboard.type('stories-need-a-password')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${product.address}/superset/dashboard/shop/`)
    await settled(page)

    await tabTo(page, /^Region$/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Region', exact: true }).getByRole('option', { name: 'South' }).waitFor()
    await page.keyboard.press('ArrowDown') // Select all
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await tabTo(page, /^Apply filters$/)
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue("region = 'South'")))

    await tabTo(page, /^Revenue by product$/)
    await page.keyboard.press('f')
    await eventually(async () => {
      const box = await tile(page, 'Revenue by product').boundingBox()
      expect([box?.width, box?.height]).toEqual([1440, 900])
    })
    await page.keyboard.press('Escape')
    await eventually(async () => {
      const box = await tile(page, 'Revenue by product').boundingBox()
      expect((box?.width ?? 1440) < 1000).toEqual(true)
    })

    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'View as table' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: 'View as table' }).waitFor({ state: 'detached' })

    await tabTo(page, /^Share$/)
    await page.keyboard.press('Enter')
    const copy = page.getByRole('menuitem', { name: 'Copy permalink to clipboard' })
    await copy.waitFor()
    await eventually(async () => {
      await page.keyboard.press('Home')
      expect(await copy.and(page.locator(':focus')).count()).toEqual(1)
    })
    await page.keyboard.press('Enter')
    await page.getByText('Copied to clipboard!').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const reader = await visit()
    await reader.signIn()
    await reader.go(new URL(link).pathname)
    await eventually(async () =>
      expect(await bigNumber(reader.page, 'Revenue')).toEqual(await revenue("region = 'South'")),
    )
  }),
]
