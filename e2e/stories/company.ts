import type { BrowserContext, Locator, Page } from 'playwright-core'
import { csrfOf } from '../../src/server/testing/csrfOf.ts'
import { callApi } from '../harness/callApi.ts'
import { bigNumber, eventually, expect, settled } from '../harness/dashboard.ts'
import { keyboardOf } from '../harness/keyboard.ts'
import { sqlNumber } from '../harness/sql.ts'
import { story } from '../harness/story.ts'

const password = 'first day at work'

/** A role with a name, a permission and a grant; `choose` fills in the grant. */
async function addRole(page: Page, name: string, ability: string, choose: (dialog: Locator) => Promise<void>) {
  await page.getByRole('button', { name: 'Role', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add role' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('checkbox', { name: ability }).check()
  await dialog.getByRole('tab', { name: 'Data' }).click()
  await choose(dialog)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name, exact: true }).waitFor()
}

/** Invites a user in the dialog; returns the path of the link. */
async function invite(page: Page, name: string, roles: readonly string[]): Promise<string> {
  await page.getByRole('button', { name: 'User', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'First Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Harbour')
  await dialog.getByRole('textbox', { name: 'Username' }).fill(name.toLowerCase())
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`${name.toLowerCase()}@example.org`)
  await dialog.getByRole('combobox', { name: 'Roles' }).click()
  for (const role of roles) await page.getByRole('option', { name: role, exact: true }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Add and create a link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return new URL(link).pathname
}

interface Listed<Row> {
  result: (Row & { id: number })[]
}

async function rolesByName(page: Page): Promise<Map<string, number>> {
  const { result } = await callApi<Listed<{ name: string }>>(page, 'GET', '/api/v1/security/roles/?q=(page_size:100)')
  return new Map(result.map(({ id, name }) => [name, id]))
}

/** Invites a user with the requests that the dialog sends; returns the path of the link. */
async function inviteByApi(page: Page, { name, roles }: { name: string; roles: string[] }, ids: Map<string, number>) {
  const username = name.toLowerCase()
  const account = { username, first_name: name, last_name: 'Harbour', email: `${username}@example.org`, password: null }
  const path = '/api/v1/security/users/'
  const { id } = await callApi<{ id: number }>(page, 'POST', path, {
    ...account,
    roles: roles.map((role) => ids.get(role)),
  })
  const { result } = await callApi<{ result: { url: string } }>(page, 'POST', `${path}${id}/link`)
  return new URL(result.url).pathname
}

const allDatasets = '/api/v1/dataset/?q=(columns:!(id,table_name,database.database_name),page_size:100)'

/** Sets the password of an account on the page of its link. */
async function setPassword(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
}

/** Sets the password as the page does, without showing the page. */
async function setPasswordByRequest({ request }: BrowserContext, link: string) {
  const csrf = csrfOf(await (await request.get(link)).text())
  const token = link.split('/').at(-1)
  const answer = await request.post(link, { data: { token, password }, headers: { 'x-csrftoken': csrf } })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Names of the datasets that a user sees, sorted; optionally those of one database. */
async function datasetsOf(page: Page, database?: string): Promise<string[]> {
  const { result } = await callApi<Listed<{ table_name: string; database: { database_name: string } }>>(
    page,
    'GET',
    allDatasets,
  )
  return result
    .filter((dataset) => database === undefined || dataset.database.database_name === database)
    .map(({ table_name: name }) => name)
    .toSorted((a, b) => a.localeCompare(b))
}

export const stories = [
  story(
    'first day of a company: two roles, a row rule, five invited people who see what they may',
    async ({ visit }) => {
      const { page, signIn, go } = await visit({ expects: [/404 \(Not Found\)/] })
      await signIn()
      const call = <T>(...sent: [string, string, unknown?]) => callApi<T>(page, ...sent)
      const everything = await datasetsOf(page)
      const examples = await datasetsOf(page, 'examples')

      await go('/roles/list/')
      await addRole(page, 'Northern sales', 'Download data as a file', async (dialog) => {
        await dialog.getByRole('combobox', { name: 'Dataset' }).click()
        await page.getByRole('option', { name: 'main.shop_orders', exact: true }).click()
      })
      const { result: databases } = await call<Listed<{ database_name: string }>>('GET', '/api/v1/database/')
      const planners = await call<{ id: number }>('POST', '/api/v1/security/roles/', { name: 'Planners' })
      await call('PUT', `/api/v1/security/roles/${planners.id}/rights`, {
        permissions: ['can_sqllab:Superset', 'menu_access:SQL Lab', 'menu_access:SQL Editor'],
        grants: [
          { kind: 'database', database_id: databases.find(({ database_name: name }) => name === 'examples')?.id },
        ],
      })
      const roles = await rolesByName(page)
      const { result: datasets } = await call<Listed<{ table_name: string }>>('GET', allDatasets)
      await call('POST', '/api/v1/rowlevelsecurity/', {
        name: 'The north, for its sales',
        filter_type: 'Regular',
        tables: [datasets.find(({ table_name: name }) => name === 'shop_orders')?.id],
        roles: [roles.get('Northern sales')],
        clause: "region = 'North'",
      })

      const all = await sqlNumber('SELECT count(*) FROM shop_orders')
      const north = await sqlNumber("SELECT count(*) FROM shop_orders WHERE region = 'North'")
      const people = [
        { name: 'Nora', roles: ['Gamma', 'Northern sales'], datasets: ['shop_orders'], orders: north, runsSql: false },
        { name: 'Pola', roles: ['Gamma', 'Planners'], datasets: examples, orders: all, runsSql: true },
        // Bo sees the data of both roles; the row rule of one role applies
        {
          name: 'Bo',
          roles: ['Gamma', 'Northern sales', 'Planners'],
          datasets: examples,
          orders: north,
          runsSql: true,
        },
        { name: 'Alva', roles: ['Alpha'], datasets: everything, orders: all, runsSql: false },
        { name: 'Gus', roles: ['Gamma'], datasets: [], orders: undefined, runsSql: false },
      ]
      await go('/users/list/')
      const links: string[] = []
      for (const [at, person] of people.entries()) {
        const link = at === 0 ? await invite(page, person.name, person.roles) : await inviteByApi(page, person, roles)
        links.push(link)
      }

      for (const [at, person] of people.entries()) {
        const own = await visit({ expects: [/40[34] \((Not Found|Forbidden)\)/] })
        const link = links[at] ?? ''
        if (at === 0) await setPassword(own.page, link)
        else await setPasswordByRequest(own.page.context(), link)
        await own.go('/superset/dashboard/shop/')
        await own.page.getByRole('link', { name: 'Dashboards' }).first().waitFor()
        expect(await own.page.getByRole('link', { name: 'SQL Lab' }).count()).toEqual(person.runsSql ? 1 : 0)
        expect(await datasetsOf(own.page)).toEqual(person.datasets)
        if (person.orders === undefined) {
          // a dashboard does not exist for users who may not read its data
          await own.page.getByText('No dashboards yet').waitFor()
          expect(await own.page.locator('[data-chart-id]').count()).toEqual(0)
        } else {
          await settled(own.page)
          await eventually(async () => expect(await bigNumber(own.page, 'All orders')).toEqual(person.orders ?? ''))
        }
        await own.leave()
      }
    },
  ),
  story('first day of a company, by keyboard: a grant and a row rule', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const { keyboard } = page
    const { press, fill, choose, openTab, skip } = keyboardOf(page)
    await go('/roles/list/')
    await skip()
    await press('Role')
    await fill('Name', 'Western sales')
    await openTab('Permissions', 'Data')
    await choose('Dataset', 'main.shop_orders')
    // the dataset is selected but not added to the list: saving adds it
    await press('Save')
    await page.getByText('The role was saved.').waitFor()
    await press('Western sales')
    await openTab('In words', 'Data')
    await page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'shop_orders' }).waitFor()
    await keyboard.press('Escape')

    await go('/rowlevelsecurity/list/')
    await skip()
    await press('Rule')
    await fill('Rule Name', 'The west, for its sales')
    await choose('Datasets', 'main.shop_orders')
    await keyboard.press('Escape')
    await choose('Roles', 'Western sales')
    await keyboard.press('Escape')
    await fill('Clause', "region = 'West'")
    await press('Add')
    await page.getByText('Rule added').waitFor()
    await page.getByRole('row', { name: /The west, for its sales.*region = 'West'/ }).waitFor()
  }),
  story('first day of a company, by keyboard: a dashboard for other sites', async ({ visit }) => {
    // the dashboard was not embedded before (404), and one address is rejected (400)
    const { page, signIn, go } = await visit({ expects: [/40[04] \((Not Found|Bad Request)\).*embedded/] })
    await signIn()
    const { keyboard } = page
    const { reach, press, fill, skip } = keyboardOf(page)
    await go('/superset/dashboard/shop/')
    await settled(page)
    await skip()
    await press('More actions')
    const entry = page.getByRole('menuitem', { name: 'Embed dashboard' })
    await entry.waitFor()
    await eventually(async () => {
      await keyboard.press('ArrowDown')
      expect(await entry.evaluate((element) => element === document.activeElement)).toEqual(true)
    })
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Embed' })
    await dialog.waitFor()
    await fill('Allowed Domains (comma separated)', 'not a site')
    await press('Enable embedding')
    await dialog.getByText('Enter addresses of sites, such as https://host.example.').waitFor()
    await reach('textbox', 'Allowed Domains (comma separated)')
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('https://intranet.example.org')
    await press('Enable embedding')
    await page.getByText('Changes saved.').waitFor()
    await press('Copy the id')
    await page.getByText('Copied to clipboard!').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toEqual(await dialog.getByRole('textbox', { name: 'Id' }).inputValue())
    expect(copied).toMatch(/^[0-9a-f-]{36}$/)
    const framed = await page.request.get(`/embedded/${copied}`, {
      headers: { referer: 'https://intranet.example.org/start' },
    })
    expect(framed.headers()['content-security-policy'] ?? '').toMatch(
      /frame-ancestors https:\/\/intranet\.example\.org/,
    )

    // deactivates embedding; at the end, the button of the menu has the focus
    await press('Deactivate')
    await page.getByRole('dialog', { name: 'Disable embedding?' }).waitFor()
    await press('Deactivate')
    await page.getByText('Embedding deactivated.').waitFor()
    await keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await eventually(async () =>
      expect(
        await page
          .getByRole('button', { name: 'More actions' })
          .evaluate((element) => element === document.activeElement),
      ).toEqual(true),
    )
  }),
  story('first day of a company: a guest of an embedded dashboard sees the rows of the token', async ({ visit }) => {
    // the dashboard was not embedded before
    const { page, signIn, go } = await visit({ expects: [/404 \(Not Found\).*embedded/] })
    await signIn()
    await go('/superset/dashboard/shop/')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Embed dashboard' }).click()
    await page.getByRole('button', { name: 'Enable embedding' }).click()
    const uuid = await page.getByRole('textbox', { name: 'Id' }).inputValue()
    // a guest of another site, whose token has a row rule of its own
    const { token } = await callApi<{ token: string }>(page, 'POST', '/api/v1/security/guest_token/', {
      resources: [{ type: 'dashboard', id: uuid }],
      rls: [{ clause: "region = 'South'" }],
      user: { username: 'customer' },
    })
    const path = '/api/v1/dashboard/shop/'
    const { result: charts } = await callApi<{ result: { id: number; slice_name: string }[] }>(
      page,
      'GET',
      `${path}charts`,
    )
    const guest = await visit()
    await guest.go('/login/')
    const counted = await guest.page.evaluate(
      async ([url, secret, chartId]) => {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'x-guesttoken': secret, 'content-type': 'application/json' },
          body: JSON.stringify({ queries: [{ chartId }] }),
        })
        const [line = ''] = (await answer.text()).split('\n')
        return (JSON.parse(line) as { result: { columns: number[][] }[] }).result[0]?.columns[0]?.[0]
      },
      [`${path}data`, token, charts.find((chart) => chart.slice_name === 'All orders')?.id] as const,
    )
    const south = await sqlNumber("SELECT count(*) FROM shop_orders WHERE region = 'South'")
    expect(Number(counted).toLocaleString('en-US')).toEqual(south)
  }),
]
