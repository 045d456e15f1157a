import type { ChartQuery } from './shared/contract.ts'
import type { ControlSection } from './shared/controls.ts'
import { isPluginFolder } from './shared/plugins/pluginChart.ts'

/**
 * The parts of a type that only some users need, by folder name. The import paths are patterns: the build creates a
 * chunk for each match, and new types are found without an entry here.
 */

export async function loadQuery(folder: string): Promise<ChartQuery> {
  if (isPluginFolder(folder)) return (await import('./shared/plugins/pluginQuery.ts')).pluginQuery(folder)
  const module = (await import(`./${folder}/query.ts`)) as { query: ChartQuery }
  return module.query
}

export async function loadControls(folder: string): Promise<ControlSection[]> {
  if (isPluginFolder(folder))
    return (await (await import('./shared/plugins/loadPlugin.ts')).loadPlugin(folder)).controls
  const module = (await import(`./${folder}/controls.ts`)) as { controls: ControlSection[] }
  return module.controls
}
