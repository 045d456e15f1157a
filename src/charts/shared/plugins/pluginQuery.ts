import { z } from 'zod'
import type { ChartQuery } from '../contract.ts'
import { loadPlugin, withDefaults } from './loadPlugin.ts'

/** How a plugin builds queries, as the query part of a type. */
export async function pluginQuery(address: string): Promise<ChartQuery> {
  const plugin = await loadPlugin(address)
  return {
    formData: z.record(z.string(), z.unknown()).transform((saved) => withDefaults(plugin, saved)),
    buildQuery: (input) => plugin.buildQuery(input),
  }
}
