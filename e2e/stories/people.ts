import { eventually, expect } from '../harness/dashboard.ts'
import { keyboardOf } from '../harness/keyboard.ts'
import { admin } from '../harness/product.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story(
    'people: a new password, an API key, viewing as somebody, a disabled account, the log',
    async ({ visit, product }) => {
      const { page, signIn, go, axeFindings } = await visit()
      await signIn()
      const dialog = page.getByRole('dialog')
      await product.addUser('amelia', ['Gamma'], 'examples')
      // the guest's session ends while the page is open
      const guest = await visit({ expects: [/401 \(Unauthorized\)/] })
      await guest.signIn('amelia')
      await guest.go('/resetmypassword/form')
      await guest.page.getByLabel('Current password').fill(admin.password)
      await guest.page.getByLabel('New password').fill('over the horizon')
      await guest.page.getByLabel('Confirm Password').fill('over the horizon')
      await guest.page.getByRole('button', { name: 'Change password' }).click()
      await guest.page.getByText('Your password was changed.').waitFor()
      await guest.go('/users/userinfo/')
      await guest.page.getByRole('button', { name: 'API key', exact: true }).click()
      const keyDialog = guest.page.getByRole('dialog')
      await keyDialog.getByRole('textbox', { name: 'Name' }).fill('nightly report')
      await keyDialog.getByRole('button', { name: 'Add', exact: true }).click()
      const key = await keyDialog.getByRole('textbox', { name: 'API key' }).inputValue()
      await keyDialog.getByRole('button', { name: 'Done' }).click()
      await guest.page.getByText('never used').waitFor()
      expect(await guest.axeFindings()).toEqual([])
      // the guest's own profile, as others see it, and the data that the guest may read
      await guest.go('/superset/profile/')
      await guest.page.getByRole('heading', { name: 'amelia Reader' }).waitFor()
      await guest.page.getByRole('tab', { name: 'Security & Access' }).click()
      await guest.page.getByText('examples', { exact: true }).waitFor()
      const program = await visit({ expects: [/401 \(Unauthorized\)/] })
      const statusOf = () =>
        program.page.evaluate(
          async (bearer) =>
            (await fetch('/api/v1/dataset/', { headers: { authorization: `Bearer ${bearer}` } })).status,
          key,
        )
      await program.page.goto('/login/')
      expect(await statusOf()).toEqual(200)

      await go('/users/list/')
      await page.getByRole('row', { name: /amelia/ }).hover()
      await page
        .getByRole('row', { name: /amelia/ })
        .getByRole('button', { name: 'Edit' })
        .click()
      await dialog.getByRole('button', { name: 'View as this user' }).click()
      await page.getByText('You are viewing Sextant as amelia Reader. Nothing can be changed.').waitFor()
      expect(await axeFindings()).toEqual([])
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByRole('heading', { name: 'Users' }).waitFor()

      await page.getByRole('row', { name: /amelia/ }).hover()
      await page
        .getByRole('row', { name: /amelia/ })
        .getByRole('button', { name: 'Edit' })
        .click()
      await dialog.getByRole('checkbox', { name: 'Can sign in' }).uncheck()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('row', { name: /amelia.*Disabled/ }).waitFor()
      expect(await statusOf()).toEqual(401)
      await eventually(async () => {
        const status = await guest.page.evaluate(async () => (await fetch('/api/v1/me/')).status)
        expect(status).toEqual(401)
      })

      await go('/logmodelview/list/')
      await page.getByRole('cell', { name: 'user_view_as_end' }).first().waitFor()
      expect(await axeFindings()).toEqual([])
    },
  ),
  story('people by keyboard: a role, an invitation and its link', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const { keyboard } = page
    const { reach, press, fill, choose, skip } = keyboardOf(page)
    await go('/roles/list/')
    await skip()
    await press('Role')
    await fill('Name', 'Night shift')
    await reach('checkbox', 'Read the audit log')
    await keyboard.press('Space')
    await press('Save')
    await page.getByText('The role was saved.').waitFor()

    await go('/users/list/')
    await skip()
    await press('User')
    for (const [field, text] of [
      ['First Name', 'Nell'],
      ['Last Name', 'Night'],
      ['Username', 'nell'],
      ['Email', 'nell@example.org'],
    ] as const)
      await fill(field, text)
    await choose('Roles', 'Night shift')
    await page.getByRole('option', { name: 'Night shift', exact: true, selected: true }).waitFor()
    await keyboard.press('Escape')
    await press('Add and create a link')
    await reach('textbox', 'Link')
    await press('Copy link')
    await page.getByText('Copied to clipboard!').waitFor()
    await keyboard.press('Escape')
    await page.getByRole('row', { name: /nell.*Night shift.*Invited/ }).waitFor()
  }),
]
