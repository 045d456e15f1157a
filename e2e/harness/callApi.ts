import type { Page } from 'playwright-core'

/** A call of the API as the signed-in user. */
export const callApi = <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([verb, address, text]) => {
      const token = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
      const answer = await fetch(address, {
        method: verb,
        headers: { 'x-csrftoken': token, ...(text === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(text === undefined ? {} : { body: text }),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as never
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  )

/** Creates a virtual dataset from a query on the examples; returns its id. */
export async function queryDataset(page: Page, name: string, query: string): Promise<number> {
  const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
  const body = { database: result[0]?.id, schema: 'main', table_name: name, sql: query }
  return (await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', body)).id
}

/** Creates a virtual dataset of the example orders; returns its id. */
export async function virtualDataset(page: Page, name: string, more: Record<string, unknown> = {}): Promise<number> {
  const id = await queryDataset(page, name, 'SELECT * FROM shop_orders')
  await callApi(page, 'PUT', `/api/v1/dataset/${id}`, more)
  return id
}
