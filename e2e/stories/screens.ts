import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '../harness/expect.ts'
import { story } from '../harness/story.ts'
import { sceneFiles } from '../pictures/files.ts'
import { allScenes, playScene } from '../pictures/index.ts'

/** States of the screens that no other story looks at with axe. `npm run pictures` shows all states there are. */
const looked = [
  'home-full',
  'home-newMenu',
  'home-empty',
  'home-error',
  'nav-userMenu',
  'palette-start',
  'shortcuts-dialog',
  'notFound-page',
  'newChart-chosen',
  'dashboardList-full',
  'dashboardList-cards',
  'dashboardList-deleteOne',
  'chartList-full',
  'chartList-bulk',
  'chartList-filterOpen',
  'chartList-noMatch',
  'datasetList-full',
  'datasetList-loading',
  'datasetList-error',
  'import-overwrite',
  'import-broken',
]
const scenes = allScenes.filter(({ name }) => looked.includes(name))
if (scenes.length !== looked.length) throw new Error('a state that the story looks at is no scene any more')

export const stories = (['light', 'dark'] as const).map((theme) =>
  story(`screens: home, lists, dialogs and messages, nothing serious for axe, ${theme}`, async ({ product, visit }) => {
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
