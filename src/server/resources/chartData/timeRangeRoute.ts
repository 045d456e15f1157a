import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { TimeRangeAnswer } from '../../../model/query/chartData.ts'
import { resolveTimeRange } from '../../../model/time/timeRange.ts'
import { formatWall, wallClock } from '../../../model/time/wallClock.ts'
import { parseQ, RisonError } from '../../../model/wire/rison.ts'
import type { Resource } from '../../resource.ts'

const Query = z.object({ q: z.string().optional() })

const iso = (wallMs: number | null) => (wallMs === null ? '' : formatWall(wallMs, { separator: 'T' }))

function textOf(q: string | undefined): unknown {
  try {
    return parseQ(q)
  } catch (error) {
    if (error instanceof RisonError) return undefined
    throw error
  }
}

/** GET /api/v1/time_range/?q='Last week': the start and end of a time range at this moment. */
export const timeRange: Resource = (app, { config, now }) => {
  app.get(
    '/api/v1/time_range/',
    { config: { requires: 'can_time_range:Api', answer: TimeRangeAnswer }, schema: { querystring: Query } },
    async (request) => {
      const text = textOf((request.query as z.output<typeof Query>).q)
      if (typeof text !== 'string') {
        throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Not a valid rison/json argument')
      }
      const range = resolveTimeRange(text, { now: wallClock(now(), config.timeZone) })
      if (!range.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, `Unexpected time range: ${range.error}`)
      return { result: { since: iso(range.value.since), until: iso(range.value.until), timeRange: text } }
    },
  )
}
