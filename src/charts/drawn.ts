import type { DrawingModule, ViewModule } from './shared/contract.ts'
import { loadLegendPlan } from './shared/legend.ts'
import { isPluginFolder } from './shared/plugins/pluginChart.ts'

/**
 * The drawing parts of chart types, by folder name: the only parts that a page with charts loads. They are separate, so
 * that a dashboard's code does not contain the URLs of the other parts.
 */

export async function loadDrawing(folder: string): Promise<DrawingModule> {
  const [module] = await Promise.all([import(`./${folder}/drawing.ts`) as Promise<DrawingModule>, loadLegendPlan()])
  return module
}

export async function loadView(folder: string): Promise<ViewModule> {
  if (isPluginFolder(folder)) return (await import('./shared/plugins/pluginView.tsx')).pluginView(folder)
  return (await import(`./${folder}/View.tsx`)) as ViewModule
}
