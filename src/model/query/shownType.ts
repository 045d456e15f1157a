import { z } from 'zod'

/** The properties of a chart's type that a page needs to show it. */
export const ShownType = z.strictObject({
  type: z.string(),
  name: z.string(),
  folder: z.string(),
  drawnWith: z.enum(['echarts', 'react']),
  shows: z.string(),
  behaviors: z.array(z.string()),
  drawsAnyQuery: z.boolean().optional(),
  drawsCharts: z.boolean().optional(),
  filtersDashboard: z.boolean().optional(),
})
