import type { DrawingModule, ViewModule } from './shared/contract.ts'
import { isPluginFolder } from './shared/plugins/pluginChart.ts'

/**
 * The drawing parts of chart types, by folder name: the only parts that a page with charts loads. They are separate, so
 * that a dashboard does not contain the addresses of the other parts.
 */

export const loadDrawing = (folder: string) => import(`./${folder}/drawing.ts`) as Promise<DrawingModule>

export async function loadView(folder: string): Promise<ViewModule> {
  if (isPluginFolder(folder)) return (await import('./shared/plugins/pluginView.tsx')).pluginView(folder)
  return (await import(`./${folder}/View.tsx`)) as ViewModule
}
