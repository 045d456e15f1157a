import type { Locator, Page } from 'playwright-core'

/** Waits until the chart is drawn and nothing is loading. */
export async function drawn(page: Page): Promise<void> {
  const area = page.getByRole('region', { name: 'Chart', exact: true })
  await area.locator('[data-viz-type]').waitFor()
  await page.waitForFunction(() => {
    const chart = document.querySelector('section[aria-label="Chart"]')
    // the drawing code may arrive after the data
    return chart?.ariaBusy !== 'true' && !chart?.querySelector('[data-first-frame]')
  })
  if ((await area.getByRole('alert').count()) > 0) throw new Error(await area.getByRole('alert').first().innerText())
}

/** Waits until a newly saved chart has been reloaded: earlier clicks would go to the previous builder. */
export async function openedAsSaved(page: Page): Promise<void> {
  await page.getByText(/^(Not added to any dashboard|Added to \d+ dashboards?)$/).waitFor()
  await drawn(page)
}

export const datasetId = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const { result } = (await (await fetch('/api/v1/dataset/?q=(page_size:100)')).json()) as {
      result: { id: number; table_name: string }[]
    }
    return result.find((dataset) => dataset.table_name === wanted)?.id ?? 0
  }, name)

/** The box of a control that contains its values. */
export const box = (page: Page, control: string): Locator => page.locator(`[data-control=${control}]`)

/** A metric or column of the source panel. */
export const sourceItem = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Chart Source' }).getByRole('listitem').filter({ hasText: name }).first()

/** The address of a builder with unsaved controls. */
export async function unsavedChart(page: Page, dataset: number, form: Record<string, unknown>): Promise<string> {
  const key = await page.evaluate(
    async ([id, text]) => {
      const token = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
      const answer = await fetch('/api/v1/explore/form_data', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrftoken': token },
        body: JSON.stringify({ datasource_id: id, datasource_type: 'table', form_data: text }),
      })
      return ((await answer.json()) as { key: string }).key
    },
    [dataset, JSON.stringify({ adhoc_filters: [], ...form, datasource: `${dataset}__table` })] as const,
  )
  return `/explore/?form_data_key=${key}&datasource_id=${dataset}&datasource_type=table`
}

/** Runs a function while the page requests chart data, and returns the number of requests. */
export async function queriesDuring(page: Page, act: () => Promise<void>): Promise<number> {
  let asked = 0
  const count = (request: { url: () => string }) => {
    if (/\/api\/v1\/(chart|explore)\/data$/.test(new URL(request.url()).pathname)) asked += 1
  }
  page.on('request', count)
  await act()
  page.off('request', count)
  return asked
}
