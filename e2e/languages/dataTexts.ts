import type { Page } from 'playwright-core'
import type { SearchAnswer } from '../../src/model/search/searchAnswer.ts'
import { callApi } from '../harness/callApi.ts'
import { authored, textsIn } from './authored.ts'
import { searchedWord } from './screens.ts'

type Item = Record<string, unknown> & { id: number }
interface List {
  result: Item[]
}

/** Lists with texts of users, and the fields that contain them. Other fields have fixed values of the API. */
const lists: Record<string, readonly string[]> = {
  annotation_layer: ['name', 'descr'],
  css_template: ['template_name', 'css'],
  database: ['database_name'],
  map_boundaries: ['name'],
  query: ['tab_name', 'sql', 'schema'],
  report: ['name', 'description'],
  rowlevelsecurity: ['name', 'description', 'clause', 'group_key'],
  saved_query: ['label', 'description', 'sql', 'schema'],
  'security/roles': ['name', 'description'],
  'security/users': ['first_name', 'last_name', 'username', 'email'],
  tag: ['name', 'description'],
}

/**
 * Texts written by authors: names and descriptions of dashboards, charts and datasets, and the texts in them; rules,
 * tags, people.
 */
export async function dataTexts(page: Page): Promise<Set<string>> {
  const texts = new Set<string>()
  const add = (found: Iterable<string>) => {
    for (const text of found) texts.add(text.trim())
  }
  for (const resource of ['dashboard', 'dataset']) {
    for (const { id } of await allOf(page, resource)) {
      add(textsIn((await callApi<{ result: Item }>(page, 'GET', `/api/v1/${resource}/${id}`)).result))
    }
  }
  add(textsIn(await allOf(page, 'chart')))
  for (const [resource, fields] of Object.entries(lists)) add(authored(await allOf(page, resource), fields))
  for (const { id } of await allOf(page, 'annotation_layer')) {
    add(authored(await allOf(page, `annotation_layer/${id}/annotation`), ['short_descr', 'long_descr']))
  }
  // descriptions of dashboards are in no list
  const { result } = await callApi<SearchAnswer>(page, 'GET', `/api/v1/search/?text=${searchedWord}&limit=100`)
  add(result.flatMap(({ match }) => (match ? [match.text] : [])))
  return texts
}

/** The rows of all pages of a list. */
async function allOf(page: Page, resource: string): Promise<Item[]> {
  const rows: Item[] = []
  for (let at = 0; ; at += 1) {
    const { result } = await callApi<List>(page, 'GET', `/api/v1/${resource}/?q=(page:${at},page_size:100)`)
    rows.push(...result)
    if (result.length < 100) return rows
  }
}
