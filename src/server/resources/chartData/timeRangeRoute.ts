import { z } from 'zod'
import { calendarIn } from '../../../engine/plan/normalise.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { TimeRangeAnswer, TimeRangesAnswer } from '../../../model/query/chartData.ts'
import type { Calendar } from '../../../model/time/fiscalCalendar.ts'
import { resolveTimeRange } from '../../../model/time/timeRange.ts'
import { isTimeZone } from '../../../model/time/timeZone.ts'
import { formatWall, wallClock } from '../../../model/time/wallClock.ts'
import { maxId } from '../../../model/wire/fields.ts'
import { parseQ, RisonError } from '../../../model/wire/rison.ts'
import type { Subject } from '../../access/subject.ts'
import { findDataset } from '../../entities/datasets.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

/**
 * Except for `q`, the fields are our own. `time_zone`: that of a dashboard; absent: that of the reader. `dataset_id`:
 * the dataset whose calendar defines weeks and fiscal years; absent: the calendar of the workspace applies.
 */
const Query = z.object({
  q: z.string().optional(),
  time_zone: z.string().refine(isTimeZone, 'Not a time zone of the IANA list.').optional(),
  dataset_id: z.coerce.number().int().positive().max(maxId).optional(),
})

const Asked = z.array(z.looseObject({ timeRange: z.string(), shift: z.string().nullish() })).max(100)

const iso = (wallMs: number | null) => (wallMs === null ? '' : formatWall(wallMs, { separator: 'T' }))

function textOf(q: string | undefined): unknown {
  try {
    return parseQ(q)
  } catch (error) {
    if (error instanceof RisonError) return undefined
    throw error
  }
}

/** The calendar of a dataset that the user may read. */
async function calendarOfDataset({ access, config, db }: Services, subject: Subject, id: number): Promise<Calendar> {
  await access.canReadData(subject, id)
  const dataset = await findDataset(db, id)
  if (!dataset) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Datasource does not exist')
  const calendar = calendarIn(dataset, config.calendar)
  if (typeof calendar === 'string') throw new AppError('GENERIC_COMMAND_ERROR', 400, calendar)
  return calendar
}

/** GET /api/v1/time_range/?q='Last week': the start and end of a time range at this moment. */
export const timeRange: Resource = (app, services) => {
  const { config, now } = services
  app.get(
    '/api/v1/time_range/',
    {
      config: { requires: 'can_time_range:Api', answer: z.union([TimeRangeAnswer, TimeRangesAnswer]) },
      schema: { querystring: Query },
    },
    async (request) => {
      const { q, time_zone, dataset_id } = request.query as z.output<typeof Query>
      const zone = time_zone ?? request.subject.user?.timeZone ?? config.timeZone
      const asked = textOf(q)
      const several = Asked.safeParse(asked)
      if (typeof asked !== 'string' && !several.success) {
        throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Not a valid rison/json argument')
      }
      const calendar =
        dataset_id === undefined ? config.calendar : await calendarOfDataset(services, request.subject, dataset_id)
      const rangeOf = (timeRange: string, timeShift?: string) => {
        const range = resolveTimeRange(timeRange, { now: wallClock(now(), zone), timeShift, calendar })
        if (!range.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, `Unexpected time range: ${range.error}`)
        return { since: iso(range.value.since), until: iso(range.value.until), timeRange }
      }
      if (typeof asked === 'string') return { result: rangeOf(asked) }
      return {
        result: (several.data ?? []).map(({ timeRange, shift }) => ({
          ...rangeOf(timeRange, shift ?? undefined),
          shift: shift ?? null,
        })),
      }
    },
  )
}
