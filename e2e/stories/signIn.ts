import { startIdentityProvider } from '../../src/server/testing/identityProvider.ts'
import { expect } from '../harness/dashboard.ts'
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
]
