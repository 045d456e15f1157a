import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from 'playwright-core'
import { isInstalled, startEngines } from '../../scripts/engines/start.ts'
import { parseDatabaseUri } from '../../src/engine/dialects/connection.ts'
import { dialects } from '../../src/engine/dialects/index.ts'
import { administratorOf } from '../../src/engine/dialects/testing/administrators.ts'
import { ENDLESS, RUNNING } from '../../src/engine/dialects/testing/endless.ts'
import { ENGINE_NAMES, type EngineName } from '../../src/engine/dialects/testing/engines.ts'
import { callApi } from '../harness/callApi.ts'
import { eventually, expect } from '../harness/dashboard.ts'
import { openedAsSaved } from '../harness/explore.ts'
import { lineTo } from '../harness/line.ts'
import { addColumn, addMetric, createChart } from '../harness/newChart.ts'
import type { Product } from '../harness/product.ts'
import { become, openLab, rows, run } from '../harness/sqlLab.ts'
import { type Story, story } from '../harness/story.ts'

/**
 * The steps of a new user with each database: connect, dataset, chart, SQL, stop, and a server that goes away and comes
 * back.
 */

const cities = [
  ['Berlin', 'DE', 3],
  ['Hamburg', 'DE', 2],
  ['Paris', 'FR', 2],
  ['Rome', 'IT', 3],
] as const
const VALUES = cities.map(([name, country, people]) => `('${name}', '${country}', ${people})`).join(', ')
const peopleOfCountries = 'select country, sum(people) as people from cities group by country order by country'

const createTables: Record<EngineName, string[]> = {
  postgresql: [
    'CREATE SCHEMA tour',
    'CREATE TABLE tour.cities (name text, country text, people int)',
    `INSERT INTO tour.cities VALUES ${VALUES}`,
  ],
  mariadb: [
    'CREATE DATABASE tour',
    'CREATE TABLE tour.cities (name varchar(40), country varchar(2), people int)',
    `INSERT INTO tour.cities VALUES ${VALUES}`,
  ],
  clickhouse: [
    'CREATE DATABASE tour',
    'CREATE TABLE tour.cities (name String, country String, people Int32) ENGINE = Memory',
    `INSERT INTO tour.cities VALUES ${VALUES}`,
  ],
  trino: [
    'CREATE SCHEMA memory.tour',
    `CREATE TABLE memory.tour.cities AS SELECT * FROM (VALUES ${VALUES}) AS t (name, country, people)`,
  ],
}

/** The title of an engine's dialect. Dialects are named after the protocol: MariaDB uses `mysql`. */
const titleOf = (name: string) => dialects[name === 'mariadb' ? 'mysql' : name]?.title ?? name

/** How the server of a tour is stopped, and what happens to its queries. */
interface Tour {
  endless: string
  schema: string
  lose: () => void
  restore: () => void
  /** the message of SQL Lab while the server is gone; undefined if the server is back at once */
  says: RegExp | undefined
  /** the queries that the server itself is still running */
  stillRunning: () => Promise<unknown[]>
}

async function connect(page: Page, product: string, fill: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.goto('/databaseview/list/')
  await page.getByRole('button', { name: 'Database', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a database' })
  await dialog.getByRole('combobox', { name: 'Supported databases' }).click()
  await page.getByRole('option', { name: product, exact: true }).click()
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('Database connected', { exact: true }).first().waitFor()
}

const databaseId = async (page: Page, name: string): Promise<number> => {
  const { result } = await callApi<{ result: { id: number; database_name: string }[] }>(
    page,
    'GET',
    '/api/v1/database/?q=(page_size:100)',
  )
  return result.find(({ database_name }) => database_name === name)?.id ?? 0
}

/** Creates a dataset from a table of a connected database, and saves a chart of it; returns the dataset. */
async function chartOfTable(page: Page, database: number, schema: string): Promise<number> {
  await page.goto(`/dataset/add/?database=${database}`)
  const place = page.getByRole('region', { name: 'Select database & schema' })
  const field = place.getByRole('combobox', { name: 'Schema', exact: true })
  const table = place.getByRole('button', { name: 'cities', exact: true })
  await eventually(async () => {
    if (!(await table.isVisible())) {
      // the schema is selected automatically if the database has only one
      await field.click({ timeout: 2000 })
      await page.getByRole('option', { name: schema, exact: true }).click({ timeout: 2000 })
    }
    await table.click({ timeout: 5000 })
  })
  await page.getByRole('table', { name: 'Table columns' }).getByText('country', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Create dataset and create chart' }).click()
  await page.waitForURL(/\/chart\/add\?dataset=\d+/)
  const dataset = Number(new URL(page.url()).searchParams.get('dataset'))
  await page.getByRole('textbox', { name: 'Search all charts' }).fill('Table')
  await page
    .getByRole('radio', { name: /^Table/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Create new chart' }).click()
  await page.getByText('Aggregate', { exact: true }).click()
  await addColumn(page, 'groupby', 'country')
  await addMetric(page, 'metrics', 'COUNT(*)')
  await createChart(page)
  const cells = page.getByRole('region', { name: 'Chart', exact: true }).locator('tbody tr')
  await eventually(async () => {
    const found = await cells.evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('td,th')].map((cell) => cell.textContent?.trim() ?? '').join(' ')),
    )
    expect(found.toSorted()).toEqual(['DE 2', 'FR 1', 'IT 1'])
  })
  await page.keyboard.press('Control+s')
  await page.getByLabel('Chart name').fill('Cities of countries')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await openedAsSaved(page)
  return dataset
}

/** SQL on a connected database: rows, a query that is stopped, and a server that goes away and comes back. */
async function sqlOf(page: Page, database: number, tour: Tour): Promise<void> {
  const { schema, endless, lose, restore, says, stillRunning } = tour
  await openLab(page, `?new=true&dbid=${database}&schema=${schema}&name=Tour`)
  const countries = [
    ['DE', '5'],
    ['FR', '2'],
    ['IT', '3'],
  ]
  await run(page, peopleOfCountries)
  await become(page, countries)

  await run(page, endless)
  const stop = page.getByRole('toolbar').getByRole('button', { name: 'Stop' })
  await stop.waitFor()
  await stop.click()
  await page.getByText('Query was stopped', { exact: true }).waitFor()
  await eventually(async () => expect(await stillRunning()).toEqual([]))
  await run(page, peopleOfCountries)
  await become(page, countries)

  lose()
  if (says) {
    await run(page, 'select count(*) as n from cities')
    await page.getByRole('alert').getByText(says).waitFor()
  }
  restore()
  // until the connection is used again, queries fail at once: the query is repeated
  await eventually(async () => {
    await run(page, 'select max(country) as last, count(*) as n from cities')
    await eventually(async () => expect(await rows(page)).toEqual([['IT', '4']]), 3000)
  }, 30_000)
  // the editor would check its text in a database that is gone
  await page.getByRole('button', { name: 'Close tab Tour' }).click()
}

/** Deletes the objects that a tour has created, so that the next story finds the product unchanged. */
async function removeAll(page: Page, database: number, dataset: number, keepsDatabase = false): Promise<void> {
  await page.goto('/superset/welcome/', { waitUntil: 'networkidle' })
  const { result } = await callApi<{ result: { id: number; slice_name: string }[] }>(
    page,
    'GET',
    '/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:%27Cities%20of%20countries%27)))',
  )
  for (const { id } of result) await callApi(page, 'DELETE', `/api/v1/chart/${id}`)
  await callApi(page, 'DELETE', `/api/v1/dataset/${dataset}`)
  if (!keepsDatabase) await callApi(page, 'DELETE', `/api/v1/database/${database}`)
}

const onServer = (name: EngineName): Story =>
  story(
    `engines: ${titleOf(name)}${name === 'mariadb' ? ' (MariaDB)' : ''} is connected, charted, queried, stopped, lost and regained`,
    async ({ visit }) => {
      const engines = await startEngines([name])
      const uri = parseDatabaseUri(engines.uris[name] ?? '')
      const line = await lineTo(uri?.port ?? 0)
      const administrator = await administratorOf(name, engines.uris[name] ?? '')
      try {
        for (const statement of createTables[name]) await administrator.execute(statement)
        const { page, signIn } = await visit({ expects: [/status of (4|5)\d\d/] })
        await signIn()
        const label = `Tour of ${name}`
        await connect(page, titleOf(name), async (dialog) => {
          await dialog.getByLabel('Host').fill('127.0.0.1')
          await dialog.getByLabel('Port').fill(String(line.port))
          // schemas of Trino's catalog are listed
          await dialog.getByLabel('Database name').fill(uri?.database?.split('/')[0] ?? '')
          await dialog.getByLabel('Username').fill(uri?.username ?? '')
          if (uri?.password) await dialog.getByRole('textbox', { name: 'Password' }).fill(uri.password)
          await dialog.getByLabel('Display Name').fill(label)
        })
        await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click()
        await page.getByRole('button', { name: label }).waitFor()
        const database = await databaseId(page, label)
        const dataset = await chartOfTable(page, database, 'tour')
        const list = RUNNING[name]
        await sqlOf(page, database, {
          endless: ENDLESS[name],
          schema: 'tour',
          lose: line.cut,
          restore: line.restore,
          says: /Check that the database is running\.|closed the connection|could not be reached|reset/i,
          stillRunning: async () => (list ? administrator.execute(list) : []),
        })
        await removeAll(page, database, dataset)
      } finally {
        await administrator.close()
        line.close()
        await engines.stop()
      }
    },
    // the timeout includes the start of the server, and for Trino the compilation of its first queries
    { timeoutMs: 600_000, ...(name === 'trino' ? { alone: 'its server uses both cores while it starts' } : {}) },
  )

const sqlite = story(
  'engines: SQLite is connected, charted, queried, stopped, lost and regained',
  async ({ product, visit }) => {
    const path = join(product.files, 'tour.db')
    const away = `${path}.away`
    const file = new DatabaseSync(path)
    file.exec(`CREATE TABLE cities (name TEXT, country TEXT, people INTEGER); INSERT INTO cities VALUES ${VALUES}`)
    file.close()
    const { page, signIn } = await visit({ expects: [/status of (4|5)\d\d/] })
    await signIn()
    await connect(page, 'SQLite', async (dialog) => {
      await dialog.getByLabel('Display Name').fill('Tour of a file')
      await dialog.getByLabel('SQLAlchemy URI').fill(`sqlite:///${path}`)
    })
    await page.getByRole('button', { name: 'Tour of a file' }).waitFor()
    const database = await databaseId(page, 'Tour of a file')
    const dataset = await chartOfTable(page, database, 'main')
    await sqlOf(page, database, {
      endless: ENDLESS.sqlite,
      schema: 'main',
      lose: () => renameSync(path, away),
      restore: () => renameSync(away, path),
      says: /This database file does not exist/,
      stillRunning: async () => [],
    })
    await removeAll(page, database, dataset)
  },
)

/** The processes that run the queries of a product. */
function engineProcesses({ home }: Product): number[] {
  const isOwn = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${join(home, 'scratch')}`)
    } catch {
      // the process has ended
      return false
    }
  }
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isOwn(entry))
    .map(Number)
}

/** Tests the tables of this server: their process is killed, as on a machine that runs out of memory. */
const duckdb = story(
  'engines: the tables of this server are charted, queried, stopped, and survive the end of their process',
  async ({ product, visit }) => {
    const lines = [['name', 'country', 'people'], ...cities].map((cells) => cells.join())
    await product.loadTable('cities', `${lines.join('\n')}\n`)
    const { page, signIn } = await visit({ expects: [/status of (4|5)\d\d/] })
    await signIn()
    await page.goto('/superset/welcome/')
    const database = await databaseId(page, 'examples')
    const dataset = await chartOfTable(page, database, 'main')
    await sqlOf(page, database, {
      endless: ENDLESS.duckdb,
      schema: 'main',
      lose: () => {
        for (const pid of engineProcesses(product)) process.kill(pid, 'SIGKILL')
      },
      restore: () => undefined,
      says: undefined,
      stillRunning: async () => [],
    })
    await removeAll(page, database, dataset, true)
  },
)

/** CI has every engine; elsewhere `npm run test:engines` installs them. */
const isThere = (name: EngineName) => isInstalled(name) || process.env['CI'] === 'true'
for (const name of ENGINE_NAMES.filter((each) => !isThere(each)))
  process.stdout.write(`skipped: browser story: ${onServer(name).name} (no ${titleOf(name)})\n`)

export const stories = [...ENGINE_NAMES.filter(isThere).map(onServer), sqlite, duckdb]
