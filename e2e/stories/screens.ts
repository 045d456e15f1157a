import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '../harness/expect.ts'
import { story } from '../harness/story.ts'
import { sceneFiles } from '../pictures/files.ts'
import { allScenes, playScene } from '../pictures/index.ts'
import type { Scene } from '../pictures/scene.ts'

/** States of the screens that no other story looks at with axe. `npm run pictures` shows all states there are. */
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
  dialogs: ['dashboardList-deleteOne', 'import-overwrite', 'import-broken'],
}

function scenesOf(names: string[]): Scene[] {
  return names.map((name) => {
    const scene = allScenes.find((each) => each.name === name)
    if (!scene) throw new Error(`${name} is no scene any more`)
    return scene
  })
}

const parts = Object.entries(looked).flatMap(([what, names]) =>
  (['light', 'dark'] as const).map((theme) => ({ what, theme, scenes: scenesOf(names) })),
)

export const stories = parts.map(({ what, theme, scenes }) =>
  story(`screens: nothing serious for axe in ${what}, ${theme}`, async ({ product, visit }) => {
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
