import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AsyncJob } from '../../../model/query/asyncJob.ts'
import type { DashboardDataLine } from '../../../model/query/chartData.ts'
import type { QueryContext } from '../../../model/query/queryObject.ts'
import { has } from '../../access/subject.ts'
import { answerLater } from '../../asyncQueries/answerLater.ts'
import { asReady } from '../../chartData/asReady.ts'
import type { AnswerOptions } from '../../chartData/queryAnswer.ts'
import { closeSignal } from '../../closeSignal.ts'
import { asAppError } from '../../errors.ts'
import type { Services } from '../../services.ts'

interface Exchange {
  services: Services
  request: FastifyRequest
  reply: FastifyReply
}

/** The encoded results of the queries of a chart, or the job that computes them. */
type Outcome = { bodies: Buffer[] } | { job: AsyncJob }
type Run = (context: QueryContext, options: Pick<AnswerOptions, 'data' | 'reads'>) => Promise<Outcome>
type Line = Outcome & Pick<Extract<DashboardDataLine, { result: unknown }>, 'form' | 'source'>

/**
 * Responds with the data of many charts, one line of JSON per chart, written when it is ready. Queries start in the
 * order of the request. Closing the connection cancels running queries. `lineOf` runs the query of a chart with `run`,
 * and adds the other fields of its line; its error becomes the line.
 */
export function sendChartLines<Wanted extends { chartId: number }>(
  { services, request, reply }: Exchange,
  charts: readonly Wanted[],
  lineOf: (wanted: Wanted, run: Run) => Promise<Line>,
): FastifyReply {
  const { config, chartData } = services
  const stop = new AbortController()
  const signal = AbortSignal.any([closeSignal(reply), stop.signal])

  async function run(context: QueryContext, { data, reads }: Parameters<Run>[1]): Promise<Outcome> {
    const asked = { context, encoding: 'columns', ...(data && { data }) } as const
    // the route that returns results later requires the permission to read charts
    const later = has(request.subject, 'can_read:Chart')
      ? await answerLater(services, request, asked, { path: PATH_OF_RESULTS, reply, signal, byWish: true })
      : undefined
    if (later && 'job' in later) return later
    const options = { encoding: 'columns', signal, ...(data && { data }), ...(reads && { reads }) } as const
    const answers = later?.answers ?? (await chartData.answer(context, request.subject, options))
    return { bodies: answers.map(({ body }) => body) }
  }

  async function line(wanted: Wanted): Promise<Buffer> {
    const { chartId } = wanted
    try {
      const found = await lineOf(wanted, run)
      if ('job' in found) return Buffer.from(`${JSON.stringify({ chartId, ...found })}\n`)
      const { bodies, ...fields } = found
      const parts = bodies.flatMap((body, index) => (index ? [COMMA, body] : [body]))
      const head = JSON.stringify({ chartId, ...fields }).slice(0, -1)
      return Buffer.concat([Buffer.from(`${head},"result":[`), ...parts, END])
    } catch (error) {
      const { status, message: standard, code, extra } = asAppError(error, request)
      const message = config.errorTexts[code] ?? standard
      return Buffer.from(`${JSON.stringify({ chartId, error: { status, message, error_type: code, extra } })}\n`)
    }
  }

  async function* lines(): AsyncGenerator<Buffer> {
    yield* asReady(charts, config.limits.queriesPerUser, line, () => stop.abort())
    yield DONE
  }
  return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines(), { objectMode: false }))
}

const PATH_OF_RESULTS = '/api/v1/explore/data/'
const [COMMA, END, DONE] = [Buffer.from(','), Buffer.from(']}\n'), Buffer.from('{"done":true}\n')]
