import type { Page } from 'playwright-core'

/** Creates an annotation layer with one event, from one day to another. */
export async function createLayer(page: Page, name: string, event: string, days: [string, string]): Promise<void> {
  await page.evaluate(
    async ([layerName, eventName, start, end]) => {
      const post = async (url: string, body: object) => {
        const token = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
        const headers = { 'content-type': 'application/json', 'x-csrftoken': token }
        const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
        return ((await answer.json()) as { id: number }).id
      }
      const id = await post('/api/v1/annotation_layer/', { name: layerName })
      const times = { start_dttm: `${start}T00:00:00`, end_dttm: `${end}T00:00:00` }
      await post(`/api/v1/annotation_layer/${id}/annotation/`, { short_descr: eventName, ...times })
    },
    [name, event, ...days] as const,
  )
}
