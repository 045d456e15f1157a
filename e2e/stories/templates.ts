import type { Page } from 'playwright-core'
import { eventually, expect } from '../harness/dashboard.ts'
import { datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

const delays = {
  viz_type: 'handlebars',
  query_mode: 'aggregate',
  groupby: ['origin'],
  metrics: ['count'],
  row_limit: 3,
}

const output = (page: Page) => page.getByRole('region', { name: 'Chart', exact: true }).locator('[data-template]')

/** Replaces the text of a code editor and leaves it. */
async function write(page: Page, label: string, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: label })
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
  await page.getByRole('tab', { name: 'Customize' }).focus()
}

export const stories = [
  story('explore: a template shows the rows as it says, without any script, in its own styles', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), delays))
    await drawn(page)
    // the default template writes each row
    await eventually(async () => expect(await output(page).getByRole('listitem').count()).toEqual(3))
    await page.getByRole('tab', { name: 'Customize' }).click()

    await write(
      page,
      'Handlebars Template',
      `<h2 class="head">{{data.length}} airports</h2>
{{#each data}}<p class="row">{{@index}}. {{uppercase origin}}: {{formatNumber count format=',.0f'}}{{#if (gt count 100000000)}}!{{/if}}</p>{{/each}}`,
    )
    await page.keyboard.press('Control+Enter')
    await output(page).getByRole('heading', { name: '3 airports' }).waitFor()
    const rows = await output(page).locator('.row').allInnerTexts()
    expect(rows.map((row) => /^\d\. [A-Z]{3}: [\d,]{3,}$/.test(row))).toEqual([true, true, true])

    // the styles apply to the chart only
    const header = page.getByRole('heading', { level: 1 }).first()
    const colorOf = (locator: typeof header) => locator.evaluate((element) => getComputedStyle(element).color)
    const before = await colorOf(header)
    await write(page, 'CSS Styles', '.head, h1, body { color: rgb(200, 0, 0) } .row { position: fixed; top: 0 }')
    await eventually(async () => expect(await colorOf(output(page).locator('.head'))).toEqual('rgb(200, 0, 0)'))
    expect(await colorOf(header)).toEqual(before)
    const frame = await output(page).boundingBox()
    const row = await output(page).locator('.row').first().boundingBox()
    expect(frame !== null && row !== null && row.y >= frame.y).toEqual(true)
    expect(await axeFindings()).toEqual([])

    await write(
      page,
      'Handlebars Template',
      `<b>{{coalesce "<i>text</i>"}}</b>{{{coalesce "<u>raw</u>"}}}<script>document.title = 'script'</script><img src=x onerror="document.title = 'image'">
<a href="javascript:document.title = 'link'">link</a><iframe src="/"></iframe><form action="/logout/"><button>go</button></form>`,
    )
    await output(page).locator('u', { hasText: 'raw' }).waitFor()
    expect(await output(page).locator('b').innerText()).toEqual('<i>text</i>')
    const unsafe = 'script, iframe, form, [onerror], a[href^="javascript"]'
    expect(await output(page).locator(unsafe).count()).toEqual(0)
    expect(/script|image|link/.test(await page.title())).toEqual(false)
  }),

  story(
    'explore: a template with a fault names its line, and shows the rows again once it is mended',
    async (world) => {
      const { page, signIn, go } = await world.visit()
      await signIn()
      await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), delays))
      await drawn(page)
      await page.getByRole('tab', { name: 'Customize' }).click()
      const chart = page.getByRole('region', { name: 'Chart', exact: true })
      for (const [template, message] of [
        ['<p>\n{{#each data}}\n{{origin}}', /Line \d+ cannot be read/],
        ['<p>\n{{shout origin}}</p>', /Line 2: there is no helper named shout\./],
        [
          '{{#each data}}{{#each ../data}}{{#each ../data}}{{#each ../data}}{{#each ../data}}x{{/each}}{{/each}}{{/each}}{{/each}}{{/each}}',
          /xxx/,
        ],
        ['{{#*inline "loop"}}{{> loop}}{{/inline}}{{> loop}}', /Line 1: the template includes itself endlessly\./],
      ] as const) {
        await write(page, 'Handlebars Template', template)
        await chart.getByText(message).first().waitFor()
      }
      await write(page, 'Handlebars Template', '{{#each data}}<em>{{origin}}</em> {{/each}}')
      await eventually(async () => expect(await output(page).locator('em').count()).toEqual(3))
    },
  ),
]
