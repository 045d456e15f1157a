import { eventually, expect } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story(
    'people: a role with data, an invited user with that role, viewing as that user, the log',
    async ({ visit }) => {
      const { page, signIn, go, axeFindings } = await visit()
      await signIn()

      await go('/roles/list/')
      await page.getByRole('button', { name: 'Role', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Flight analysts')
      await dialog.getByRole('checkbox', { name: 'Read the audit log' }).check()
      await dialog.getByRole('tab', { name: 'Data' }).click()
      await dialog.getByRole('combobox', { name: 'Dataset' }).click()
      await page.getByRole('option', { name: 'main.flights_2001', exact: true }).click()
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.getByRole('tab', { name: 'In words' }).click()
      await dialog.getByText('They read the data of: main.flights_2001').waitFor()
      expect(await axeFindings()).toEqual([])
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The role was saved.').waitFor()

      await go('/users/list/')
      await page.getByRole('button', { name: 'User', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'First Name' }).fill('Amelia')
      await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Pilot')
      await dialog.getByRole('textbox', { name: 'Username' }).fill('amelia')
      await dialog.getByRole('textbox', { name: 'Email' }).fill('amelia@example.org')
      await dialog.getByRole('combobox', { name: 'Roles' }).click()
      for (const role of ['Gamma', 'Flight analysts'])
        await page.getByRole('option', { name: role, exact: true }).click()
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Add and make a link' }).click()
      const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
      expect(await axeFindings()).toEqual([])
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('row', { name: /amelia.*Invited/ }).waitFor()

      // the guest's session ends while the page is open
      const guest = await visit({ expects: [/401 \(Unauthorized\)/] })
      await guest.page.goto(new URL(link).pathname)
      await guest.page.getByLabel('Password', { exact: true }).fill('to the horizon')
      await guest.page.getByLabel('Confirm Password').fill('to the horizon')
      await guest.page.getByRole('button', { name: 'Set password and sign in' }).click()
      await guest.page.getByRole('heading', { name: 'Home' }).waitFor()
      await guest.go('/tablemodelview/list/')
      await guest.page.getByRole('link', { name: 'flights_2001', exact: true }).waitFor()
      await guest.go('/resetmypassword/form')
      await guest.page.getByLabel('Current password').fill('to the horizon')
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
      await page.getByText('You view Sextant as Amelia Pilot. Nothing can be changed.').waitFor()
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
]
