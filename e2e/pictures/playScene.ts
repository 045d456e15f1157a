import { NeedsChromium } from '../browsers/remoteWindow.ts'
import type { Product } from '../harness/product.ts'
import type { Visitor } from '../harness/visitor.ts'
import type { SceneFiles } from './files.ts'
import { atRest, type Scene } from './scene.ts'

/** Opens a scene on the page; an error is printed. */
export async function playScene(
  scene: Scene,
  { visitor, ...world }: { visitor: Visitor; product: Product; files: SceneFiles; isPhone: boolean },
): Promise<string[]> {
  const { page } = visitor
  const rest = () => atRest(page)
  try {
    // drops the file that the previous scene was dragging
    await page.mouse.up()
    await page.mouse.move(0, 0)
    await scene.show({
      ...world,
      page,
      rest,
      go: async (path) => {
        await page.goto(path)
        await rest()
      },
    })
    return []
  } catch (error) {
    if (error instanceof NeedsChromium) throw error
    return [`not shown: ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)}`]
  }
}
