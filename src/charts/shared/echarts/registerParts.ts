import { use as registerWith } from 'echarts/core'

let generation = 0

/** Makes parts of ECharts known to every instance that is made from now on. */
export function registerParts(parts: Parameters<typeof registerWith>[0]): void {
  registerWith(parts)
  generation += 1
}

/** Changes whenever parts are registered: an instance made before does not know them. */
export const partsGeneration = () => generation
