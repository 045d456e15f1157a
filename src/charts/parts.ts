import type { ChartQuery } from './shared/contract.ts'
import type { ControlSection } from './shared/controls.ts'

/**
 * The parts of a type that only some of its users need, by the name of its folder. The addresses stay patterns, so that
 * the build makes a piece of each and a list of them needs no second line for a new type.
 */

export async function loadQuery(folder: string): Promise<ChartQuery> {
  const module = (await import(`./${folder}/query.ts`)) as { query: ChartQuery }
  return module.query
}

export async function loadControls(folder: string): Promise<ControlSection[]> {
  const module = (await import(`./${folder}/controls.ts`)) as { controls: ControlSection[] }
  return module.controls
}
