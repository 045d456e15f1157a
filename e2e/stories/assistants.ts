import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

const count = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'flights' }
const delay = {
  expressionType: 'SIMPLE',
  column: { column_name: 'delay' },
  aggregate: 'AVG',
  label: 'delay',
}

export const stories = [
  story(
    'assistants: three questions about the flights, with a key from the account page, checked by SQL',
    async ({ visit, product }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/users/userinfo/')
      await page.getByRole('button', { name: 'API key', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Name' }).fill(`assistant ${Math.random()}`)
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      const key = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()

      const client = new Client({ name: 'story', version: '1' })
      const requestInit = { headers: { authorization: `Bearer ${key}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', product.address), { requestInit }))
      const ask = async <T>(name: string, input: Record<string, unknown>): Promise<T> => {
        const { content, isError } = await client.callTool({ name, arguments: input })
        const text = (content as { text: string }[])[0]?.text ?? ''
        if (isError) throw new Error(text)
        return JSON.parse(text) as T
      }
      interface Found {
        found: { id: number; table_name: string; database: { id: number } }[]
      }
      const { found } = await ask<Found>('find', { kind: 'dataset', search: 'flights_2001' })
      const flights = found.find(({ table_name }) => table_name === 'flights_2001')
      if (!flights) throw new Error('no flights')
      const rowsOf = async (query: object) =>
        (await ask<{ rows: Record<string, unknown>[] }>('query_dataset', { dataset_id: flights.id, query })).rows
      const checked = async (sql: string) =>
        (await ask<{ rows: Record<string, unknown>[] }>('run_sql', { database_id: flights.database.id, sql })).rows
      const { columns } = await ask<{ columns: { column_name: string }[] }>('describe_dataset', {
        dataset_id: flights.id,
      })
      expect(columns.some(({ column_name: name }) => name === 'delay')).toEqual(true)

      // how many flights, which airports have the longest delays, and which routes are the busiest
      expect(await rowsOf({ metrics: [count] })).toEqual(await checked('select count(*) as flights from flights_2001'))
      const airports = { columns: ['origin'], metrics: [delay], orderby: [[delay, false]], row_limit: 10 }
      expect(await rowsOf(airports)).toEqual(
        await checked(
          'select origin, avg(delay) as delay from flights_2001 group by origin order by delay desc limit 10',
        ),
      )
      const routes = {
        columns: ['origin', 'destination'],
        metrics: [count],
        filters: [{ col: 'distance', op: '>', val: 1000 }],
        orderby: [
          [count, false],
          ['origin', true],
          ['destination', true],
        ],
        row_limit: 5,
      }
      expect(await rowsOf(routes)).toEqual(
        await checked(
          'select origin, destination, count(*) as flights from flights_2001 where distance > 1000 group by 1, 2 order by 3 desc, 1, 2 limit 5',
        ),
      )

      interface Made {
        link: string
      }
      const form_data = { groupby: ['origin'], metric: count, row_limit: 10 }
      const asked = { dataset_id: flights.id, viz_type: 'pie', form_data }
      const { link } = await ask<Made>('make_chart', asked)
      const { content } = await client.callTool({ name: 'make_chart', arguments: asked })
      const picture = (content as { type: string; data?: string }[]).find(({ type }) => type === 'image')
      expect(Buffer.from(picture?.data ?? '', 'base64').toString('latin1', 1, 4)).toEqual('PNG')
      await client.close()
      await go(new URL(link).pathname + new URL(link).search)
      await page.getByText('10 rows').first().waitFor()
    },
  ),
]
