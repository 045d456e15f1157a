import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { handled } from '../harness/handled.ts'
import { dragFile, emptyList, fail, hang, type Scene, type Stage, scene } from './scene.ts'

const all = [
  { screen: 'dashboardList', path: '/dashboard/list/', resource: 'dashboard', things: 'dashboards', hasCards: true },
  { screen: 'chartList', path: '/chart/list/', resource: 'chart', things: 'charts', hasCards: true },
  { screen: 'datasetList', path: '/tablemodelview/list/', resource: 'dataset', things: 'datasets', hasCards: false },
] as const

const zip = (path: string) => ({
  name: basename(path),
  type: path.endsWith('.zip') ? 'application/zip' : 'text/csv',
  body: readFileSync(path).toString('base64'),
})

const rowMenuFree = async ({ page }: Stage) => page.locator('tbody tr').nth(1).hover()

function scenesOf({ screen, path, resource, hasCards }: (typeof all)[number]): Scene[] {
  const api = `**/api/v1/${resource}/?q=*`
  return [
    scene(`${screen}-full`, ({ go }) => go(path)),
    scene(`${screen}-reader`, ({ go }) => go(path), { as: 'reader' }),
    scene(`${screen}-newcomer`, ({ go }) => go(path), { as: 'newcomer' }),
    scene(
      `${screen}-rowActions`,
      async (stage) => {
        await stage.go(path)
        await rowMenuFree(stage)
        await handled(stage.page)
      },
      { only: 'wide' },
    ),
    ...(hasCards
      ? [
          scene(`${screen}-cards`, async ({ go, page, rest }) => {
            await go(path)
            await page.getByRole('radio', { name: 'Card view' }).or(page.getByLabel('Card view')).first().click()
            await rest()
          }),
        ]
      : []),
    scene(`${screen}-noMatch`, async ({ go, page, rest }) => {
      await go(path)
      await page.getByRole('searchbox').or(page.getByPlaceholder('Type a value')).first().fill('zzyzx')
      await page.keyboard.press('Enter')
      await page.getByText('No results match your filter criteria').waitFor()
      await rest()
    }),
    scene(`${screen}-empty`, async ({ go, page }) => {
      await emptyList(page, api)
      await go(path)
    }),
    scene(`${screen}-loading`, async ({ page }) => {
      await hang(page, api)
      await page.goto(path)
      await page.locator('[aria-busy="true"]').first().waitFor()
      await handled(page)
    }),
    scene(
      `${screen}-error`,
      async ({ go, page }) => {
        await fail(page, api)
        await go(path)
      },
      { expects: [/500/] },
    ),
    scene(`${screen}-filterOpen`, async ({ go, page, rest }) => {
      await go(path)
      await page
        .getByRole('combobox', { name: 'Owner' })
        .or(page.getByRole('button', { name: 'Owner' }))
        .first()
        .click()
      await page.getByRole('option').first().waitFor()
      await rest()
    }),
    scene(
      `${screen}-bulk`,
      async ({ go, page }) => {
        await go(path)
        await page.getByRole('button', { name: 'Bulk select' }).click()
        await page.getByRole('checkbox').nth(1).click()
        await page.getByRole('checkbox').nth(2).click()
        await handled(page)
      },
      { only: 'wide' },
    ),
    scene(
      `${screen}-deleteOne`,
      async (stage) => {
        const { go, page } = stage
        await go(path)
        await rowMenuFree(stage)
        await page.locator('tbody tr').nth(1).getByRole('button', { name: 'Delete' }).click()
        await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
        await handled(page)
      },
      { only: 'wide' },
    ),
  ]
}

const bring = async ({ page, go }: Stage, file: string) => {
  await go('/dashboard/list/')
  await dragFile(page, zip(file), true)
  await page.getByRole('dialog').waitFor()
}

const folder = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  parent_id: null,
  is_personal: false,
  is_own: true,
  count: id,
  ...more,
})
const someFolders = [
  folder(1, 'Quarterly review'),
  folder(2, 'Europe', { parent_id: 1 }),
  folder(3, 'Figures that the board of directors reads', { parent_id: 2 }),
  folder(4, 'Drafts', { is_personal: true }),
]

async function openFolders({ go, page }: Stage) {
  await page.route('**/api/v1/folder/?kind=*', (route) => route.fulfill({ json: { result: someFolders } }))
  await go('/chart/list/')
  const europe = page.getByRole('button', { name: /^Europe/ })
  // the list remembers whether its folders are shown
  if ((await europe.count()) === 0) await page.getByRole('button', { name: 'Folders', exact: true }).click()
  await europe.waitFor()
}

const folders: Scene[] = [
  scene('chartList-folders', async (stage) => {
    await openFolders(stage)
    await stage.rest()
  }),
  scene('chartList-folderEmpty', async (stage) => {
    await openFolders(stage)
    await stage.page.getByRole('button', { name: /^Europe/ }).click()
    await stage.page.getByText('No charts in this folder').waitFor()
    await stage.rest()
  }),
  scene('chartList-moveFolder', async (stage) => {
    await openFolders(stage)
    await stage.page.getByRole('button', { name: 'Actions of Europe' }).click()
    await stage.page.getByRole('menuitem', { name: 'Move to folder' }).click()
    await stage.page.getByRole('radio', { name: 'Quarterly review' }).waitFor()
    await handled(stage.page)
  }),
  scene(
    'chartList-moveToFolder',
    async (stage) => {
      await openFolders(stage)
      await rowMenuFree(stage)
      await stage.page.locator('tbody tr').nth(1).getByRole('button', { name: 'Move to folder' }).click()
      await stage.page.getByRole('radio', { name: 'Europe' }).waitFor()
      await handled(stage.page)
    },
    { only: 'wide' },
  ),
]

const imports: Scene[] = [
  scene(
    'import-choose',
    async ({ go, page }) => {
      await go('/chart/list/')
      await page.getByRole('button', { name: 'Import charts' }).click()
      await page.getByRole('dialog').waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene(
    'import-dropOverlay',
    async ({ go, page, files }) => {
      await go('/dashboard/list/')
      await dragFile(page, zip(files.shop), false)
      await page.getByText('Drop the file to import it').waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene('import-dropped', async (stage) => {
    await bring(stage, stage.files.shop)
    await handled(stage.page)
  }),
  scene(
    'import-overwrite',
    async (stage) => {
      await bring(stage, stage.files.shop)
      await stage.page.getByLabel(/Type "OVERWRITE"/).waitFor()
      await handled(stage.page)
    },
    { expects: [/422/] },
  ),
  scene(
    'import-overwriteTyped',
    async (stage) => {
      await bring(stage, stage.files.shop)
      await stage.page.getByLabel(/Type "OVERWRITE"/).fill('OVERWRITE')
      await handled(stage.page)
    },
    { expects: [/422/], only: 'wide' },
  ),
  scene(
    'import-password',
    async (stage) => {
      await bring(stage, stage.files.needsPassword)
      await stage.page.getByText('Database passwords').waitFor()
      await handled(stage.page)
    },
    { expects: [/422/] },
  ),
  scene(
    'import-broken',
    async (stage) => {
      await bring(stage, stage.files.broken)
      await stage.page.getByText('Conflict').first().waitFor()
      await handled(stage.page)
    },
    { expects: [/422|400/] },
  ),
]

const uploads: Scene[] = [
  scene('upload-choose', async ({ go, page }) => {
    await go('/superset/welcome/')
    await page.getByRole('button', { name: 'Upload data' }).click()
    await page.getByRole('dialog').waitFor()
    await handled(page)
  }),
  scene(
    'upload-dropOverlay',
    async ({ go, page, files }) => {
      await go('/superset/welcome/')
      await dragFile(page, zip(files.csv), false)
      await page.getByText('Drop the file to explore it').waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene('upload-preview', async ({ go, page, files, rest }) => {
    await go('/superset/welcome/')
    await dragFile(page, zip(files.csv), true)
    await page.getByRole('button', { name: 'Create and explore' }).waitFor()
    await page.getByRole('dialog').getByRole('table').or(page.getByRole('dialog').getByRole('grid')).first().waitFor()
    await rest()
  }),
  scene('upload-options', async ({ go, page, files, rest }) => {
    await go('/csvtodatabaseview/form')
    const dialog = page.getByRole('dialog')
    await page.locator('[role=dialog] input[type=file]').setInputFiles(files.stations)
    await dialog.getByText('More options').click()
    await dialog.getByRole('checkbox', { name: /^Overwrite duplicate columns/ }).check()
    await dialog.getByRole('checkbox', { name: /^Dataframe index/ }).check()
    await rest()
  }),
  scene('upload-form', async ({ go, page, rest }) => {
    await go('/columnartodatabaseview/form')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rest()
  }),
]

export const listScenes = [...all.flatMap(scenesOf), ...folders, ...imports, ...uploads]
