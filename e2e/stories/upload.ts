import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'
import { expect, settled } from '../harness/dashboard.ts'
import { handled } from '../harness/handled.ts'
import { dropFile, tabTo } from '../harness/hands.ts'
import { story } from '../harness/story.ts'
import { withShop } from '../harness/withShop.ts'
import { dragFile } from '../pictures/scene.ts'

const rows = 1_000_000
const cities = ['Berlin', 'Köln', 'Hamburg', 'München', 'Bonn']
const products = ['Tea', 'Coffee', 'Cocoa', 'Juice']
const two = (value: number) => String(value).padStart(2, '0')

/** A million rows with eight columns of all types, always the same. */
function writeMillion(path: string): void {
  const file = openSync(path, 'w')
  let text = 'id,city,day,amount,quantity,product,note,active\n'
  for (let i = 0; i < rows; i += 1) {
    const day = `2024-${two(1 + (i % 12))}-${two(1 + (i % 28))}`
    const amount = ((i * 7919) % 100_000) / 100
    text += `${i},${cities[i % 5]},${day},${amount},${i % 17},${products[i % 4]},note ${i % 977},${i % 3 === 0}\n`
    if (text.length > 1_000_000) {
      writeSync(file, text)
      text = ''
    }
  }
  writeSync(file, text)
  closeSync(file)
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-upload-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits for the first rendering of the new dataset in explore. */
async function firstChart(page: Page): Promise<void> {
  await page.waitForURL(/\/explore\//)
  const chart = page.getByRole('region', { name: 'Chart', exact: true })
  await chart.locator('[data-viz-type]').getByText('Berlin').first().waitFor()
}

const tableCount = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/v1/dataset/?q=(page_size:1)')
    return ((await answer.json()) as { count: number }).count
  })

/** Delays the response to an upload until `write` is called; `made` resolves when the table has been created. */
async function holdWriting(page: Page): Promise<{ made: Promise<void>; write: () => void }> {
  const gate = Promise.withResolvers<void>()
  const made = Promise.withResolvers<void>()
  await page.route('**/api/v1/upload/*/', async (route) => {
    const response = await route.fetch()
    made.resolve()
    await gate.promise
    await route.fulfill({ response })
  })
  return { made: made.promise, write: gate.resolve }
}

const say = (line: string) => process.stdout.write(`     ${line}\n`)

/** Before an import changes anything, the dialog shows its plan, and allows another database to be selected. */
async function showsPlan(page: Page, folder: string): Promise<void> {
  const path = join(folder, 'planned.zip')
  const uuid = (end: number) => `uuid: 11111111-0000-4000-8000-00000000000${end}\nversion: 1.0.0\n`
  const files = {
    'metadata.yaml': 'version: 1.0.0\ntype: Dashboard\n',
    'databases/far.yaml': `database_name: far\nsqlalchemy_uri: postgresql://u:XXXXXXXXXX@far/d\n${uuid(1)}`,
    'datasets/far/t.yaml': `table_name: t\nschema: public\ndatabase_uuid: 11111111-0000-4000-8000-000000000001\n${uuid(2)}`,
    'dashboards/b.yaml': `dashboard_title: Far away\n${uuid(3)}`,
  }
  writeFileSync(
    path,
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`b/${name}`, strToU8(text)]))),
  )
  await dropFile(page, path, 'Drop the file to import it')
  const dialog = page.getByRole('dialog', { name: 'Import dashboard' })
  const steps = dialog.getByRole('region', { name: 'What the import does' }).getByRole('listitem')
  await steps.filter({ hasText: 'Far away' }).getByText('Created').waitFor()
  await dialog.getByLabel('far.yaml PASSWORD').waitFor()
  expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toEqual(true)
  await dialog.getByLabel('Database for far').selectOption({ label: 'examples' })
  // neither the database of the file nor its password is needed any more
  await dialog.getByLabel('Schema for public').waitFor()
  await dialog.getByLabel('far.yaml PASSWORD').waitFor({ state: 'detached' })
  expect(await steps.count()).toEqual(2)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
}

/** At the address of the former form, a file is uploaded into a PostgreSQL table, with every kind of setting. */
const intoPostgres = story(
  'upload: a file becomes a table of a PostgreSQL, from the address of the older form',
  async ({ visit }) => {
    await withShop(async ({ port, name }) => {
      await withFolder(async (folder) => {
        const path = join(folder, 'stations.csv')
        writeFileSync(path, 'town,n,town\nBonn,1,Berlin\nKiel,n/a,Berlin\n')
        // a preview that is replaced by another one ends without a result
        const { page, signIn, axeFindings } = await visit({ expects: [/status of 422/] })
        await signIn()
        await page.goto('/superset/welcome/')
        const { id: databaseId } = await callApi<{ id: number }>(page, 'POST', '/api/v1/database/', {
          database_name: 'Station server',
          sqlalchemy_uri: `postgresql://postgres@127.0.0.1:${port}/${name}`,
          allow_file_upload: true,
          extra: JSON.stringify({ schemas_allowed_for_file_upload: ['shop'] }),
        })
        await page.goto('/csvtodatabaseview/form')
        await page.getByRole('heading', { name: 'CSV to Database configuration' }).waitFor()
        const dialog = page.getByRole('dialog', { name: 'Upload data' })
        await dialog.locator('input[type=file]').setInputFiles(path)
        await dialog.getByRole('combobox', { name: 'Database' }).selectOption('Station server')
        expect(await dialog.getByRole('combobox', { name: 'Schema' }).inputValue()).toEqual('shop')
        await dialog.getByRole('checkbox', { name: /^Overwrite duplicate columns/ }).check()
        await dialog.getByText('More options').click()
        await dialog.getByRole('textbox', { name: 'Null values' }).fill('n/a')
        const seen = page.waitForResponse('**/preview')
        await dialog.getByRole('checkbox', { name: /^Dataframe index/ }).check()
        await seen
        await dialog.getByRole('textbox', { name: 'Column label' }).fill('row')
        await dialog.getByRole('checkbox', { name: /^Overwrite duplicate columns/ }).check()
        await handled(page)
        expect(await axeFindings()).toEqual([])
        await dialog.getByRole('button', { name: 'Create and explore' }).click()
        await firstChart(page)
        const dataset = Number(new URL(page.url()).searchParams.get('datasource_id'))
        const { Client } = (await import('pg')).default
        const client = new Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}/${name}` })
        await client.connect()
        const { rows } = await client.query('SELECT * FROM shop.stations ORDER BY 1')
        await client.end()
        expect(rows.map((row) => JSON.stringify(row))).toEqual([
          '{"row":"0","n":"1","town":"Berlin"}',
          '{"row":"1","n":null,"town":"Berlin"}',
        ])
        await callApi(page, 'DELETE', `/api/v1/dataset/${dataset}`)
        await callApi(page, 'DELETE', `/api/v1/database/${databaseId}`)
      })
    })
  },
)

export const stories = [
  intoPostgres,

  story(
    'upload: a million rows are dropped, previewed and drawn',
    async ({ visit }) => {
      await withFolder(async (folder) => {
        const path = join(folder, 'million.csv')
        writeMillion(path)
        const { page, signIn } = await visit()
        await signIn()
        await page.goto('/superset/welcome/')
        // click 1
        const dropped = await dropFile(page, path)
        const seconds = () => ((performance.now() - dropped) / 1000).toFixed(1)
        const dialog = page.getByRole('dialog', { name: 'Upload data' })
        await dialog.getByText('About 1,000,000 rows, 8 columns').waitFor()
        const lookedAt = seconds()
        // click 2
        await dialog.getByRole('button', { name: 'Create and explore' }).click()
        await firstChart(page)
        say(`a million rows: preview after ${lookedAt} s, first chart after ${seconds()} s`)
      })
    },
    { alone: 'it tells how long a million rows take' },
  ),

  story('upload: by keyboard only, with a corrected column', async ({ visit }) => {
    await withFolder(async (folder) => {
      const path = join(folder, 'towns.csv')
      writeFileSync(path, `zip,town\n${Array.from({ length: 60 }, (_, i) => `0${1000 + i},Berlin ${i}`).join('\n')}\n`)
      const { page, signIn } = await visit()
      // registered first: otherwise the browser may open its own file dialog
      page.on('filechooser', (chooser) => void chooser.setFiles(path))
      await signIn()
      await page.goto('/superset/welcome/')
      await tabTo(page, page.getByRole('button', { name: 'Upload data' }))
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Upload data' })
      // the dialog takes the focus when its animation has ended
      await dialog.and(page.locator(':focus')).or(dialog.locator(':focus')).first().waitFor()
      await tabTo(page, dialog.getByRole('button', { name: 'Select file' }))
      await page.keyboard.press('Enter')
      await tabTo(page, dialog.getByRole('textbox', { name: 'Table name' }))
      await page.keyboard.press('Control+a')
      await page.keyboard.type('keyboard towns')
      await tabTo(page, dialog.getByRole('textbox', { name: /zip/ }))
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Zip code')
      await page.keyboard.press('Enter')
      await firstChart(page)
      await page.getByRole('region', { name: 'Chart Source' }).getByText('Zip code').waitFor()
    })
  }),

  story('upload: the next month replaces the rows of a table', async ({ visit }) => {
    await withFolder(async (folder) => {
      const { page, signIn } = await visit()
      await signIn()
      await page.goto('/superset/welcome/')
      const dialog = page.getByRole('dialog', { name: 'Upload data' })
      const bring = async (file: string, text: string) => {
        const path = join(folder, file)
        writeFileSync(path, text)
        await dropFile(page, path)
        await dialog.getByRole('textbox', { name: 'Table name' }).fill('monthly towns')
      }
      await bring('march.csv', 'town,n\nBerlin,1\nBonn,2\n')
      await dialog.getByRole('button', { name: 'Create and explore' }).click()
      await firstChart(page)
      const address = page.url()
      const before = await tableCount(page)

      await page.goto('/superset/welcome/')
      await bring('april.csv', 'town,n\nBerlin,3\nKiel,4\n')
      await dialog.getByRole('radio', { name: 'Append to its rows' }).waitFor()
      await dialog.getByRole('radio', { name: 'Replace its rows' }).check()
      await dialog.getByText(/Charts that use the table will show the new data/).waitFor()
      expect(await dialog.getByText(/The file has no/).count()).toEqual(0)
      // lost columns are shown before they are removed
      await dialog.getByRole('checkbox', { name: 'Include n' }).uncheck()
      await dialog.getByText('The file has no n: this column will be removed from the table.').waitFor()
      await dialog.getByRole('checkbox', { name: 'Include n' }).check()
      await dialog.getByRole('radio', { name: 'Create a table with another name' }).check()
      await dialog.getByRole('button', { name: 'Use the name monthly towns_2' }).click()
      expect(await dialog.getByRole('textbox', { name: 'Table name' }).inputValue()).toEqual('monthly towns_2')
      // another name is another table: nothing is selected for it
      await dialog.getByRole('textbox', { name: 'Table name' }).fill('monthly townships')
      await dialog.getByRole('radio').first().waitFor({ state: 'detached' })
      await dialog.getByRole('button', { name: 'Create and explore' }).waitFor()
      await dialog.getByRole('textbox', { name: 'Table name' }).fill('monthly towns')
      await dialog.getByRole('radio', { name: 'Replace its rows' }).check()
      await dialog.getByRole('button', { name: 'Replace and explore' }).click()
      await firstChart(page)
      await page.getByRole('region', { name: 'Chart', exact: true }).getByText('Kiel').first().waitFor()
      expect(new URL(page.url()).searchParams.get('datasource_id')).toEqual(
        new URL(address).searchParams.get('datasource_id'),
      )
      expect(await tableCount(page)).toEqual(before)
    })
  }),

  story('upload: a file dropped while another is being loaded does not replace it', async ({ visit }) => {
    await withFolder(async (folder) => {
      const { page, signIn } = await visit()
      await signIn()
      await page.goto('/superset/welcome/')
      const path = join(folder, 'first.csv')
      writeFileSync(path, 'town,n\nBerlin,1\nBonn,2\n')
      await dropFile(page, path)
      const dialog = page.getByRole('dialog', { name: 'Upload data' })
      await dialog.getByRole('textbox', { name: 'Table name' }).fill('first towns')
      const { write } = await holdWriting(page)
      await dialog.getByRole('button', { name: 'Create and explore' }).click()
      await dialog.getByText('Creating first towns').waitFor()
      await dragFile(page, { name: 'second.csv', type: 'text/csv', body: btoa('a,b\n1,2\n') }, true)
      await handled(page)
      expect(await dialog.getByText('first.csv', { exact: true }).count()).toEqual(1)
      write()
      await firstChart(page)
      await page.getByText('first towns').first().waitFor()
      await dialog.waitFor({ state: 'detached' })
    })
  }),

  story('upload: a closed dialog does not navigate', async ({ visit }) => {
    await withFolder(async (folder) => {
      // closing the dialog discards its upload, while the table is being written or even just after it was created
      const { page, signIn } = await visit({ expects: [/404|422/] })
      await signIn()
      await page.goto('/superset/welcome/')
      const path = join(folder, 'left.csv')
      writeFileSync(path, 'town,n\nBerlin,1\n')
      await dropFile(page, path)
      const dialog = page.getByRole('dialog', { name: 'Upload data' })
      const { made, write } = await holdWriting(page)
      await dialog.getByRole('button', { name: 'Create and explore' }).click()
      await made
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      const written = page.waitForResponse('**/api/v1/upload/*/')
      write()
      await written
      await handled(page)
      expect(new URL(page.url()).pathname).toEqual('/superset/welcome/')
    })
  }),

  story('upload: an invalid file is rejected with its line, and nothing is created', async ({ visit }) => {
    await withFolder(async (folder) => {
      const path = join(folder, 'broken.csv')
      const lines = Array.from({ length: 30_000 }, (_, i) => `${i},x`)
      lines[25_000] = 'not a number,x'
      writeFileSync(path, `n,name\n${lines.join('\n')}\n`)
      const { page, signIn } = await visit({ expects: [/422/] })
      await signIn()
      await page.goto('/superset/welcome/')
      const before = await tableCount(page)
      await dropFile(page, path)
      const dialog = page.getByRole('dialog', { name: 'Upload data' })
      // a type that the user selected is kept, regardless of later lines
      await dialog.getByRole('combobox', { name: /^Type of n$/ }).selectOption('DOUBLE')
      await dialog.getByRole('button', { name: 'Create and explore' }).click()
      await dialog.getByText(/line 25,?002: "not a number" in column n is not/i).waitFor()
      expect(await tableCount(page)).toEqual(before)
      await dialog.getByRole('button', { name: 'Cancel' }).click()

      const worse = join(folder, 'worse.csv')
      writeFileSync(worse, Buffer.from('a,b\n1,x\n2,caf\xe9\n', 'latin1'))
      await dropFile(page, worse)
      await dialog.getByText(/line 3: the text is not UTF-8/).waitFor()
      await dialog.getByRole('button', { name: 'Read as Latin-1' }).click()
      await dialog.getByText('café').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(await tableCount(page)).toEqual(before)
    })
  }),

  story('upload: a late word turns numbers into text only if the user agrees', async ({ visit }) => {
    await withFolder(async (folder) => {
      const path = join(folder, 'measured.csv')
      const lines = Array.from({ length: 60_000 }, (_, i) => `Berlin,${i}.5`)
      lines[50_000] = 'Bonn,unknown'
      writeFileSync(path, `town,amount\n${lines.join('\n')}\n`)
      const { page, signIn } = await visit()
      await signIn()
      await page.goto('/superset/welcome/')
      const before = await tableCount(page)
      await dropFile(page, path)
      const dialog = page.getByRole('dialog', { name: 'Upload data' })
      const type = dialog.getByRole('combobox', { name: 'Type of amount' })
      const create = dialog.getByRole('button', { name: 'Create and explore' })
      await dialog.getByText(/60,000 rows, 2 columns/).waitFor()
      expect(await type.inputValue()).toEqual('DOUBLE')
      await create.click()
      await dialog.getByText('The table was not created yet').waitFor()
      await dialog.getByText('amount is Text because of line 50,002: "unknown".').waitFor()
      expect([await type.inputValue(), await tableCount(page)]).toEqual(['VARCHAR', before])
      await dialog.getByRole('checkbox', { name: 'Read amount as Decimal and leave other values empty' }).check()
      expect(await type.inputValue()).toEqual('DOUBLE')
      await create.click()
      await firstChart(page)
      expect(await tableCount(page)).toEqual(before + 1)
      const kept = await page.evaluate(async () => {
        const id = Number(new URLSearchParams(location.search).get('datasource_id'))
        const columns = (await (await fetch(`/api/v1/dataset/${id}`)).json()) as {
          result: { columns: { column_name: string; type: string }[] }
        }
        return columns.result.columns.map(({ column_name: name, type }) => [name, type])
      })
      expect(kept).toEqual([
        ['town', 'VARCHAR'],
        ['amount', 'DOUBLE'],
      ])
    })
  }),

  story(
    'upload: a malformed table is rejected with its line, and a selected delimiter stays selected',
    async ({ visit }) => {
      await withFolder(async (folder) => {
        const path = join(folder, 'ragged.csv')
        writeFileSync(path, 'city,amount\nBerlin,10\nRome,1,2,3\nBonn,7,8\nOslo\n')
        const { page, signIn } = await visit({ expects: [/422/] })
        await signIn()
        await page.goto('/superset/welcome/')
        const before = await tableCount(page)
        await dropFile(page, path)
        const dialog = page.getByRole('dialog', { name: 'Upload data' })
        const delimiter = dialog.getByRole('combobox', { name: 'Delimiter' })
        await dialog.getByText(/line 3: it has more values than the 2 expected/).waitFor()
        const create = dialog.getByRole('button', { name: 'Create and explore' })
        expect(await create.isDisabled()).toEqual(true)
        // the user may keep the lines unchanged
        await delimiter.selectOption('|')
        await dialog.getByText('4 rows, 1 column', { exact: true }).waitFor()
        await delimiter.selectOption(',')
        await dialog.getByText(/line 3: it has more values than the 2 expected/).waitFor()
        expect([await delimiter.inputValue(), await create.isDisabled()]).toEqual([',', true])
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        expect(await tableCount(page)).toEqual(before)
      })
    },
  ),

  story('upload: column names below a title are read from the row that the user enters', async ({ visit }) => {
    await withFolder(async (folder) => {
      const path = join(folder, 'regions.xlsx')
      const towns = ['Berlin', 'Bonn', 'Kiel', 'Köln'].map((town, i) => [town, i, i / 4])
      const rows = [['Sales by region'], ['Town', 2022], [null, 'Units', 'Revenue'], ...towns]
      const merges = [
        { startRow: 0, startCol: 0, endRow: 0, endCol: 2 },
        { startRow: 1, startCol: 0, endRow: 2, endCol: 0 },
      ]
      writeFileSync(path, await writeXlsx({ sheets: [{ name: 'One', rows, merges }] }))
      const { page, signIn } = await visit()
      await signIn()
      await page.goto('/superset/welcome/')
      await dropFile(page, path)
      const dialog = page.getByRole('dialog', { name: 'Upload data' })
      const line = dialog.getByRole('textbox', { name: 'Column names in row' })
      await dialog.getByRole('textbox', { name: 'Name of Sales by region' }).waitFor()
      expect(await line.inputValue()).toEqual('1')
      await line.fill('3')
      await line.press('Enter')
      await dialog.getByRole('textbox', { name: 'Name of Revenue' }).waitFor()
      const type = (name: string) => dialog.getByRole('combobox', { name: `Type of ${name}` }).inputValue()
      expect([await type('Town'), await type('Units'), await type('Revenue')]).toEqual(['VARCHAR', 'BIGINT', 'DOUBLE'])
      // no column names: every line is a row
      await line.fill('')
      await line.press('Enter')
      await dialog.getByRole('textbox', { name: 'Name of column1' }).waitFor()
      await line.fill('3')
      await line.press('Enter')
      await dialog.getByRole('textbox', { name: 'Name of Town' }).waitFor()
      await dialog.getByRole('button', { name: 'Create and explore' }).click()
      await firstChart(page)
      await page.getByRole('region', { name: 'Chart Source' }).getByText('Revenue').waitFor()
    })
  }),

  story('upload: numbers with a decimal comma are numbers', async ({ visit }) => {
    await withFolder(async (folder) => {
      const path = join(folder, 'commas.csv')
      writeFileSync(path, 'city;amount\nBerlin;1.234,5\nRome;n/a\nBonn;7,25\n')
      const { page, signIn } = await visit()
      await signIn()
      await page.goto('/superset/welcome/')
      await dropFile(page, path)
      const dialog = page.getByRole('dialog', { name: 'Upload data' })
      const decimal = dialog.getByRole('combobox', { name: 'Decimal character' })
      const type = dialog.getByRole('combobox', { name: 'Type of amount' })
      await dialog.getByText('1234.5', { exact: true }).waitFor()
      expect([await decimal.inputValue(), await type.inputValue()]).toEqual([',', 'DOUBLE'])
      await decimal.selectOption('.')
      await dialog.getByText('1.234,5', { exact: true }).waitFor()
      expect([await decimal.inputValue(), await type.inputValue()]).toEqual(['.', 'VARCHAR'])
      await decimal.selectOption(',')
      await dialog.getByText('1234.5', { exact: true }).waitFor()

      // a response to an outdated request arrives too late
      const previews = '**/api/v1/upload/*/preview'
      const read = Promise.withResolvers<void>()
      const late = Promise.withResolvers<void>()
      await page.route(
        previews,
        async (route) => {
          const response = await route.fetch()
          read.resolve()
          await late.promise
          await route.fulfill({ response })
        },
        { times: 1 },
      )
      const asked = page.waitForRequest(previews)
      await decimal.selectOption('.')
      const held = await asked
      await read.promise
      const newest = page.waitForResponse(previews)
      await decimal.selectOption(',')
      await newest
      const overdue = page.waitForResponse((response) => response.request() === held)
      late.resolve()
      await overdue
      await handled(page)
      expect([await decimal.inputValue(), await type.inputValue()]).toEqual([',', 'DOUBLE'])
      await dialog.getByText('1234.5', { exact: true }).waitFor()
      await dialog.getByRole('button', { name: 'Create and explore' }).click()
      await firstChart(page)
      await page.getByRole('region', { name: 'Chart', exact: true }).getByText('1234.5').first().waitFor()
    })
  }),

  story('upload: a bundle dropped on a dashboard is imported by its content', async ({ visit }) => {
    await withFolder(async (folder) => {
      const { page, signIn } = await visit()
      await signIn()
      await page.goto('/superset/welcome/')
      for (const [kind, type] of [
        ['dashboard', 'Dashboard'],
        ['chart', 'Slice'],
      ] as const) {
        const path = join(folder, `${kind}.zip`)
        writeFileSync(path, zipSync({ 'b/metadata.yaml': strToU8(`version: 1.0.0\ntype: ${type}\n`) }))
        await page.goto('/superset/dashboard/shop/')
        await settled(page)
        await dropFile(page, path, 'Drop the file to import it')
        const dialog = page.getByRole('dialog', { name: `Import ${kind}` })
        await dialog.getByText(`${kind}.zip`).waitFor()
        await dialog.getByRole('button', { name: 'Import', exact: true }).click()
        await page.getByText(`${type === 'Slice' ? 'Chart' : 'Dashboard'} imported`).waitFor()
      }
      await showsPlan(page, folder)
    })
  }),

  ...(['light', 'dark'] as const).map((theme) =>
    story(`upload: no serious accessibility finding, ${theme}`, async ({ visit }) => {
      await withFolder(async (folder) => {
        const path = join(folder, 'few.csv')
        writeFileSync(path, 'a,a,day\n1,x,2024-01-01\n2,y,2024-01-02\n')
        const { page, signIn, axeFindings } = await visit({ theme })
        await signIn()
        await page.goto('/superset/welcome/')
        await page.getByRole('button', { name: 'Upload data' }).click()
        const dialog = page.getByRole('dialog', { name: 'Upload data' })
        await dialog.getByRole('button', { name: 'Select file' }).waitFor()
        await handled(page)
        const findings = await axeFindings()
        await dialog.getByRole('button', { name: 'Close' }).click()
        await dropFile(page, path)
        await dialog.getByText(/occurs more than once/).waitFor()
        await handled(page)
        expect([...findings, ...(await axeFindings())]).toEqual([])
      })
    }),
  ),
]
