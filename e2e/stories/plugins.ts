import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callApi } from '../harness/callApi.ts'
import { bigNumber, expect, settled } from '../harness/dashboard.ts'
import { datasetId, drawn, openedAsSaved } from '../harness/explore.ts'
import { sqlNumber } from '../harness/sql.ts'
import { story } from '../harness/story.ts'

const dial = `export const chart = {
  description: 'One value on a scale.',
  category: 'KPI',
  controls: [{ label: 'Query', tab: 'data', expanded: true, controls: [
    { name: 'metric', kind: 'metric', label: 'Metric', required: true, query: true },
  ] }],
  buildQuery: ({ formData }) => [{ columns: [], metrics: [formData.metric], row_limit: 1 }],
  draw(element, { data, theme }) {
    const text = document.createElement('strong')
    text.style.color = theme.text
    text.textContent = Number(data[0].columns[0][0]).toLocaleString('en-US')
    element.append(text)
  },
}`

const setFlag = (page: Parameters<typeof callApi>[0], isOn: boolean | null) =>
  callApi(page, 'PUT', '/api/v1/security/feature_flags/', { flags: { DYNAMIC_PLUGINS: isOn } })

export const stories = [
  story(
    'plugins: a chart type of one script is added, chosen in the gallery, saved and shown on a dashboard',
    async ({ product, visit }) => {
      const { page, signIn, go, axeFindings } = await visit({
        // a script on another site, and one that does not exist
        expects: [
          /400 \(Bad Request\).*plugin\/\)/,
          /The plugin Lost could not be loaded/,
          /404 \(Not Found\).*lost\.js/,
        ],
      })
      await signIn()
      mkdirSync(join(product.home, 'plugins'), { recursive: true })
      writeFileSync(join(product.home, 'plugins', 'dial.js'), dial)
      await setFlag(page, true)
      try {
        const add = async (name: string, key: string, address: string) => {
          await page.getByRole('button', { name: 'Plugin', exact: true }).first().click()
          const dialog = page.getByRole('dialog')
          await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
          await dialog.getByRole('textbox', { name: 'Key' }).fill(key)
          await dialog.getByRole('textbox', { name: 'Bundle URL' }).fill(address)
          await dialog.getByRole('button', { name: 'Add', exact: true }).click()
          return dialog
        }
        await go('/dynamic-plugins/list/')
        const refused = await add('Dial', 'dial', 'https://elsewhere.example/dial.js')
        await refused.getByText('The script must be a path on this site').waitFor()
        expect(await axeFindings()).toEqual([])
        await refused.getByRole('textbox', { name: 'Bundle URL' }).fill('/plugins/dial.js')
        await refused.getByRole('button', { name: 'Add', exact: true }).click()
        await page.getByRole('button', { name: 'Dial', exact: true }).waitFor()
        await add('Lost', 'lost', '/plugins/lost.js')
        await page.getByRole('button', { name: 'Lost', exact: true }).waitFor()

        const orders = await datasetId(page, 'shop_orders')
        await go(`/explore/?datasource_id=${orders}&datasource_type=table&viz_type=dial`)
        await page.getByRole('radio', { name: 'Dial', exact: true }).click()
        const gallery = page.getByRole('dialog', { name: 'Select a visualization type' })
        await gallery.getByText('One value on a scale.').waitFor()
        expect(await gallery.getByRole('radio', { name: 'Lost' }).count()).toEqual(0)
        await gallery.getByRole('button', { name: 'Cancel' }).click()

        const { id: dashboard } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dashboard/', {
          dashboard_title: 'Dials',
        })
        const params = { viz_type: 'dial', metric: 'orders', datasource: `${orders}__table` }
        const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/chart/', {
          slice_name: 'Orders on a dial',
          viz_type: 'dial',
          datasource_id: orders,
          datasource_type: 'table',
          params: JSON.stringify(params),
          dashboards: [dashboard],
        })
        await go(`/explore/?slice_id=${id}`)
        await drawn(page)
        await page.getByRole('button', { name: /^Save/ }).first().click()
        await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
        await openedAsSaved(page)
        await go(`/superset/dashboard/${dashboard}/`)
        await settled(page)
        expect(await bigNumber(page, 'Orders on a dial')).toEqual(await sqlNumber('SELECT count(*) FROM shop_orders'))
        expect(await axeFindings()).toEqual([])
      } finally {
        await setFlag(page, null)
      }
    },
  ),
]
