import { codeAt, stepOf } from '../../src/server/access/totp.ts'
import { bytesOfBase32 } from '../../src/server/testing/base32.ts'
import { hasDirectory, startDirectory } from '../../src/server/testing/directory.ts'
import { startIdentityProvider } from '../../src/server/testing/identityProvider.ts'
import { expect } from '../harness/dashboard.ts'
import { admin } from '../harness/product.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story('sign-in: with an identity provider, and connecting it to an account', async ({ visit, product }) => {
    const provider = await startIdentityProvider(`${product.address}/login/oidc/callback`, product.providerPort)
    try {
      const name = `nora${Date.now()}`
      provider.people.set('id-nora', { preferred_username: name, name: 'Nora Page', groups: ['analysts'] })
      provider.people.set('id-admin', { preferred_username: 'whoever', groups: [] })
      const options = { expects: [/^a request was sent outside of the product/] }
      const { page, axeFindings } = await visit(options)
      await page.goto('/chart/list/')
      await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
      expect(await axeFindings()).toEqual([])
      await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
      await page.getByLabel('Login').fill('id-nora')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { name: 'Charts' }).waitFor()
      await page.goto('/users/userinfo/')
      await page.getByText('Alpha, sql_lab').waitFor()
      await page.getByText('Your account is connected. You can sign in with Example ID.').waitFor()
      expect(await axeFindings()).toEqual([])

      const stranger = await visit(options)
      await stranger.page.goto('/login/')
      await stranger.page.getByRole('link', { name: 'Sign in with Example ID' }).click()
      await stranger.page.getByLabel('Login').fill('id-admin')
      await stranger.page.getByRole('button', { name: 'Continue' }).click()
      await stranger.page.getByText('None of your groups has a role here. Ask an administrator.').waitFor()

      const admin = await visit(options)
      await admin.signIn()
      await admin.go('/users/userinfo/')
      await admin.page.getByRole('button', { name: 'Connect', exact: true }).click()
      await admin.page.getByLabel('Login').fill('id-admin')
      await admin.page.getByRole('button', { name: 'Continue' }).click()
      await admin.page.getByText('Your account is connected. You can sign in with Example ID.').waitFor()
      await admin.page.getByRole('button', { name: 'Disconnect' }).click()
      await admin.page.getByText('Connect your account to sign in with Example ID.').waitFor()
    } finally {
      await provider.close()
    }
  }),

  story('sign-in: with a directory', async ({ visit, product }) => {
    // CI has OpenLDAP
    if (!hasDirectory() && process.env['CI'] !== 'true') return
    const directory = await startDirectory(['lena', 'otto'], { analysts: ['lena'] }, product.directoryPort)
    try {
      const { page } = await visit({ expects: [/40[13] \((Unauthorized|Forbidden)\)/] })
      const give = async (name: string, password: string) => {
        await page.getByLabel('Username').fill(name)
        await page.getByLabel('Password', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Sign In' }).click()
      }
      await page.goto('/login/')
      await give('lena', 'wrong')
      await page.getByText('Invalid login. Please try again.').waitFor()
      await give('otto', 'password-of-otto')
      await page.getByText('None of your groups has a role here. Ask an administrator.').waitFor()
      await give('lena', 'password-of-lena')
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await page.goto('/users/userinfo/')
      await page.getByText('Alpha, sql_lab').waitFor()
    } finally {
      await directory.stop()
    }
  }),

  story('sign-in: with the code of an app, and a recovery code', async ({ visit, product }) => {
    const name = `tess${Date.now()}`
    await product.addUser(name, ['Gamma'], 'nothing')
    const { page, go, signIn, axeFindings } = await visit()
    await signIn(name)
    await go('/users/userinfo/')
    await page.getByRole('button', { name: 'Switch on' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(admin.password)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('img', { name: 'QR code of the key' }).waitFor()
    expect(await axeFindings()).toEqual([])
    const key = (await dialog.getByRole('textbox', { name: 'Key' }).inputValue()).replaceAll(' ', '')
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeAt(bytesOfBase32(key), stepOf(Date.now())))
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await dialog.getByText('Recovery codes').waitFor()
    expect(await axeFindings()).toEqual([])
    const codes = await dialog.getByRole('listitem').allTextContents()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('10 recovery codes are left').waitFor()

    const later = await visit({ expects: [/401 \(Unauthorized\)/] })
    await later.page.goto('/login/')
    await later.page.getByLabel('Username').fill(name)
    await later.page.getByLabel('Password', { exact: true }).fill(admin.password)
    await later.page.getByRole('button', { name: 'Sign In' }).click()
    await later.page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    expect(await later.axeFindings()).toEqual([])
    await later.page.getByLabel('Code').fill('000000')
    await later.page.keyboard.press('Enter')
    await later.page.getByText('The code is wrong.').waitFor()
    await later.page.getByLabel('Code').fill(codes[0] ?? '')
    await later.page.keyboard.press('Enter')
    await later.page.getByRole('heading', { name: 'Home' }).waitFor()
    await later.go('/users/userinfo/')
    await later.page.getByText('9 recovery codes are left').waitFor()
    await later.page.getByRole('button', { name: 'Switch off' }).click()
    const end = later.page.getByRole('dialog')
    await end.getByLabel('Your password').fill(admin.password)
    await end.getByLabel('Code').fill(codes[1] ?? '')
    await end.getByRole('button', { name: 'Switch off' }).click()
    await later.page.getByText('The second factor is off.').waitFor()
  }),
]
