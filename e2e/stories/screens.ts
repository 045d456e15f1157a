import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '../harness/expect.ts'
import { story } from '../harness/story.ts'
import { sceneFiles } from '../pictures/files.ts'
import { allScenes } from '../pictures/index.ts'
import { playScene } from '../pictures/playScene.ts'
import type { Scene } from '../pictures/scene.ts'

/** States of the screens that no other story checks with axe. `npm run pictures` covers all states. */
const looked = {
  'home and frame': [
    'home-full',
    'home-newMenu',
    'home-empty',
    'home-error',
    'nav-userMenu',
    'palette-start',
    'shortcuts-dialog',
    'notFound-page',
    'newChart-chosen',
  ],
  lists: [
    'dashboardList-full',
    'dashboardList-cards',
    'chartList-full',
    'chartList-bulk',
    'chartList-filterOpen',
    'chartList-noMatch',
    'datasetList-full',
    'datasetList-loading',
    'datasetList-error',
  ],
  annotations: [
    'annotationLayerList-full',
    'annotationLayerList-empty',
    'annotationList-full',
    'annotationList-dialog',
    'explore-annotationEditor-Sale',
  ],
  reports: ['reportList-alerts', 'reportList-empty', 'reportLog-full', 'reportDialog-alert'],
  dialogs: ['dashboardList-deleteOne', 'import-overwrite', 'import-broken'],
}

function scenesOf(names: string[]): Scene[] {
  return names.map((name) => {
    const scene = allScenes.find((each) => each.name === name)
    if (!scene) throw new Error(`${name} is not a scene any more`)
    return scene
  })
}

const parts = Object.entries(looked).flatMap(([what, names]) =>
  (['light', 'dark'] as const).map((theme) => ({ what, theme, scenes: scenesOf(names) })),
)

const looks = parts.map(({ what, theme, scenes }) =>
  story(`screens: no serious accessibility finding in ${what}, ${theme}`, async ({ product, visit }) => {
    const files = sceneFiles(mkdtempSync(join(tmpdir(), 'sextant-screens-')))
    const visitor = await visit({ theme, expects: scenes.flatMap(({ expects = [] }) => expects) })
    await visitor.signIn()
    const findings: string[] = []
    try {
      for (const scene of scenes) {
        const hindered = await playScene(scene, { visitor, product, files, isPhone: false })
        findings.push(...[...hindered, ...(await visitor.axeFindings())].map((text) => `${scene.name}: ${text}`))
        await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    } finally {
      rmSync(files.folder, { recursive: true })
    }
    expect(findings).toEqual([])
  }),
)

const onItsWay = story('screens: a progress line at the top shows that a page is loading', async ({ visit }) => {
  const visitor = await visit()
  await visitor.signIn()
  const { page } = visitor
  await page.goto('/superset/welcome/')
  const held = Promise.withResolvers<void>()
  await page.route(/\/ChartListScreen[^/]*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Charts' }).first().click()
  const line = page.locator('[data-route-bar]')
  await line.waitFor({ state: 'attached' })
  await page.waitForFunction(() => {
    const shown = document.querySelector('[data-route-bar]')
    return shown !== null && getComputedStyle(shown).opacity === '1'
  })
  held.resolve()
  await page.getByRole('heading', { name: /^Charts/ }).waitFor()
  await line.waitFor({ state: 'detached' })
  expect(await line.count()).toEqual(0)
})

export const stories = [...looks, onItsWay]
