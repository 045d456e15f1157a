/** What every case expects of a started product. */
import type { Browser } from './browser.ts'

/** A line of the stream. */
interface Line {
  result?: { rowcount: number }[]
  done?: boolean
}

/** The home page responds, and so do the scripts and styles that it references. */
export async function checkHome(browser: Browser): Promise<void> {
  const page = await browser.get('/superset/welcome/')
  const files = new Set(
    [...page.matchAll(/(?:src|href)="(\/static\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? ''),
  )
  let characters = 0
  for (const file of files) characters += (await browser.get(file)).length
  if (characters < 100_000) throw new Error(`the home page names ${files.size} files with ${characters} characters`)
}

/** Every dashboard returns the data of all its charts, each with rows; `without` names charts that have none. */
export async function checkDashboards(browser: Browser, without: string[] = []): Promise<void> {
  const dashboards = await list<{ id: number; dashboard_title: string }>(browser, '/api/v1/dashboard/')
  if (dashboards.length === 0) throw new Error('there is no dashboard')
  for (const { id, dashboard_title } of dashboards) {
    const charts = await list<{ id: number; slice_name: string }>(browser, `/api/v1/dashboard/${id}/charts`)
    const wanted = charts.filter(({ slice_name }) => !without.includes(slice_name))
    const queries = wanted.map(({ id: chartId }) => ({ chartId }))
    const { text } = await browser.post(`/api/v1/dashboard/${id}/data`, { queries })
    const lines = text.trimEnd().split('\n')
    const answers = lines.map((line) => JSON.parse(line) as Line)
    if (!answers.pop()?.done || answers.length !== wanted.length) throw new Error(`${dashboard_title} is cut off`)
    // a chart that draws other charts has no query of its own
    const empty = answers.findIndex(({ result }) => !result || (result.length > 0 && !result.some(hasRows)))
    if (empty >= 0) throw new Error(`${dashboard_title} has no rows in ${lines[empty]?.slice(0, 300)}`)
  }
}

const hasRows = ({ rowcount }: { rowcount: number }) => rowcount > 0

async function list<T>(browser: Browser, path: string): Promise<T[]> {
  return (JSON.parse(await browser.get(path)) as { result: T[] }).result
}
