import { callApi } from '../harness/callApi.ts'
import { eventually } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import { tabTo } from '../harness/hands.ts'
import { story } from '../harness/story.ts'
import { withShop } from '../harness/withShop.ts'

export const stories = [
  story(
    'joined dataset: a join that would multiply rows is refused, then aggregated; totals stay',
    async ({ visit }) => {
      await withShop(async ({ port, name }) => {
        const { page, signIn, axeFindings } = await visit()
        await signIn()
        const database = await callApi<{ id: number }>(page, 'POST', '/api/v1/database/', {
          database_name: 'Joined shop',
          sqlalchemy_uri: `postgresql://postgres@127.0.0.1:${port}/${name}`,
        })
        await page.goto(`/dataset/add/?database=${database.id}`)
        await page.getByRole('combobox', { name: 'Schema', exact: true }).click()
        await page.getByRole('option', { name: 'shop', exact: true }).click()
        await page.getByRole('button', { name: 'customers' }).click()
        await page.getByRole('button', { name: 'Join another table' }).click()
        const joined = page.getByRole('region', { name: 'Joined tables' })
        await joined.getByRole('combobox', { name: 'Table', exact: true }).click()
        await page.getByRole('option', { name: 'orders', exact: true }).click()
        await joined.getByText('Suggested by a foreign key.').waitFor()
        await joined.getByText(/Joining orders would multiply rows of customers/).waitFor()
        const create = page.getByRole('button', { name: 'Create dataset and create chart' })
        expect(await create.getAttribute('aria-disabled')).toEqual('true')
        expect(await axeFindings()).toEqual([])

        await joined.getByRole('button', { name: 'Aggregate orders' }).click()
        await joined.getByText(/orders is aggregated to one row for each customer_id/).waitFor()
        await joined
          .getByRole('region', { name: 'SQL' })
          .getByText(/SUM\("amount"\)/)
          .waitFor()
        expect(await joined.getByRole('textbox', { name: 'Dataset name' }).inputValue()).toEqual(
          'customers with orders',
        )
        expect(await axeFindings()).toEqual([])
        await eventually(async () => expect(await create.getAttribute('aria-disabled')).notToEqual('true'))
        await create.click()
        await page.waitForURL(/\/chart\/add\?dataset=\d+/)

        const id = Number(new URL(page.url()).searchParams.get('dataset'))
        const { result } = await callApi<{ result: { data: Record<string, unknown>[] }[] }>(
          page,
          'POST',
          '/api/v1/chart/data',
          {
            datasource: { id, type: 'table' },
            queries: [
              {
                columns: [],
                metrics: [
                  { expressionType: 'SQL', sqlExpression: 'SUM(sum_amount)', label: 'amount' },
                  { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'customers' },
                ],
              },
            ],
          },
        )
        // the sum of 900 orders with amounts from 0 to 49, and the number of customers
        expect(Object.values(result[0]?.data[0] ?? {}).map(Number)).toEqual([22_050, 30])
        await callApi(page, 'DELETE', `/api/v1/dataset/${id}`)
        await callApi(page, 'DELETE', `/api/v1/database/${database.id}`)
      })
    },
  ),

  story('joined dataset: by keyboard alone, from a table to the first chart', async ({ visit }) => {
    await withShop(async ({ port, name }) => {
      const { page, signIn } = await visit()
      await signIn()
      const database = await callApi<{ id: number }>(page, 'POST', '/api/v1/database/', {
        database_name: 'Keyboard shop',
        sqlalchemy_uri: `postgresql://postgres@127.0.0.1:${port}/${name}`,
      })
      await page.goto(`/dataset/add/?database=${database.id}`)
      const choose = async (field: string, text: string) => {
        await tabTo(page, page.getByRole('combobox', { name: field, exact: true }))
        await page.keyboard.press('Enter')
        await page.getByRole('option', { name: text, exact: true }).waitFor()
        await page.keyboard.type(text)
        await eventually(async () => expect(await page.getByRole('option').count()).toEqual(1))
        await page.keyboard.press('Enter')
      }
      await choose('Schema', 'shop')
      const orders = page.getByRole('button', { name: 'orders', exact: true })
      await orders.waitFor()
      await tabTo(page, orders)
      await page.keyboard.press('Enter')
      await page.getByRole('table', { name: 'Table columns' }).getByText('customer_id').waitFor()
      await tabTo(page, page.getByRole('button', { name: 'Join another table' }))
      await page.keyboard.press('Enter')
      const joined = page.getByRole('region', { name: 'Joined tables' })
      await joined.waitFor()
      await choose('Table', 'customers')
      await joined.getByText(/customers has one row for each id/).waitFor()
      const create = page.getByRole('button', { name: 'Create dataset and create chart' })
      await eventually(async () => expect(await create.getAttribute('aria-disabled')).notToEqual('true'))
      await tabTo(page, create)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/chart\/add\?dataset=\d+/)
      const id = Number(new URL(page.url()).searchParams.get('dataset'))
      await callApi(page, 'DELETE', `/api/v1/dataset/${id}`)
      await callApi(page, 'DELETE', `/api/v1/database/${database.id}`)
    })
  }),
]
