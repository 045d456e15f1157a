import { eventually, expect } from '../../harness/dashboard.ts'
import { admin } from '../../harness/product.ts'
import { story } from '../../harness/story.ts'

export const stories = [
  story('signing in, the theme of the system and another one, signing out', async ({ visit }) => {
    const { page, go } = await visit({ theme: undefined })
    await go('/login/')
    const password = page.getByRole('textbox', { name: 'Password' })
    await page.getByLabel('Username').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(admin.username)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await page.getByText('Invalid login').waitFor()
    await password.fill(admin.password)
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await password.inputValue()).toEqual(admin.password)
    await password.press('Enter')
    await page.waitForURL(/welcome/)

    const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
    const system = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
    await eventually(async () => expect(await theme()).toEqual(system))
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const before = await background()
    const menu = page.locator('nav button').last()
    const choose = async (name: string) => {
      await menu.click()
      await page.getByRole('menuitem', { name: 'Theme' }).hover()
      await page.getByRole('menuitemcheckbox', { name }).or(page.getByRole('menuitemradio', { name })).click()
    }
    await choose(system === 'dark' ? 'Light' : 'Dark')
    await eventually(async () => expect(await background()).notToEqual(before))
    await choose('System')
    await eventually(async () => expect(await background()).toEqual(before))

    await menu.click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL(/login/)
    await go('/superset/welcome/')
    await page.waitForURL(/login/)
  }),
]
