import { use as registerWith } from 'echarts/core'
import { guardCaches } from './guardCaches.ts'

guardCaches()

let generation = 0

/** Registers modules of ECharts for every instance that is created from now on. */
export function registerParts(parts: Parameters<typeof registerWith>[0]): void {
  registerWith(parts)
  generation += 1
}

/** Changes whenever modules are registered: instances created before cannot use them. */
export const partsGeneration = () => generation
