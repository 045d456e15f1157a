import type { Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'

type Item = Record<string, unknown> & { id: number }

/** All texts in a JSON value; a text that is itself JSON is opened. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    yield value
    if (/^[[{]/.test(value)) {
      try {
        yield* textsIn(JSON.parse(value))
      } catch {
        // a text that begins with a bracket
      }
    }
  } else if (Array.isArray(value)) for (const each of value) yield* textsIn(each)
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* textsIn(each)
}

/** What authors wrote: names and descriptions of dashboards, charts, datasets, and what is in them. */
export async function dataTexts(page: Page): Promise<Set<string>> {
  const texts = new Set<string>()
  const add = (value: unknown) => {
    for (const text of textsIn(value)) texts.add(text.trim())
  }
  for (const resource of ['dashboard', 'dataset']) {
    const { result } = await callApi<{ result: Item[] }>(page, 'GET', `/api/v1/${resource}/?q=(page_size:100)`)
    for (const { id } of result) add((await callApi<{ result: Item }>(page, 'GET', `/api/v1/${resource}/${id}`)).result)
  }
  for (let at = 0, last = Infinity; last > 0; at += 1) {
    const path = `/api/v1/chart/?q=(page:${at},page_size:100)`
    const { result } = await callApi<{ result: Item[] }>(page, 'GET', path)
    add(result)
    last = result.length
  }
  return texts
}
