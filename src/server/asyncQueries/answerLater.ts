import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../model/errors/errors.ts'
import type { AsyncJob } from '../../model/query/asyncJob.ts'
import type { Subject } from '../access/subject.ts'
import { type KeptRequest, sameRequest } from '../chartData/keptRequests.ts'
import { type AnswerOptions, NotCachedError, type QueryAnswer } from '../chartData/queryAnswer.ts'
import { closeSignal } from '../closeSignal.ts'
import type { Services } from '../services.ts'
import type { LongQuery } from './backgroundJobs.ts'
import { canListen, channelOf } from './channels.ts'
import { preferredWaitMs } from './preferredWait.ts'

/** Finished results, or the job that computes them. */
type Later = { answers: QueryAnswer[] } | { job: AsyncJob }

const notAuthorized = () => new AppError('GENERIC_BACKEND_ERROR', 401, 'Not authorized')

const notCached = () =>
  new AppError(
    'RESULT_TOO_LARGE_ERROR',
    413,
    'The result could not be cached, so it cannot be fetched. It may be too large. Please request fewer rows.',
  )

const optionsOf = ({ encoding, args, data, shape, asOf, inDataZone }: KeptRequest): AnswerOptions => ({
  encoding,
  ...(args && { args }),
  ...(data && { data }),
  ...(shape && { shape }),
  ...(inDataZone && { inDataZone }),
  asOf,
})

/**
 * The cached result of a request that a job has run. The reader's permissions are checked as for any other query.
 * @throws AppError if the reader may not see the result, or it is not cached
 */
export function keptAnswers(
  { chartData }: Pick<Services, 'chartData'>,
  subject: Subject,
  kept: KeptRequest,
): Promise<QueryAnswer[]> {
  const context = { ...kept.context, force: false }
  return chartData.answer(context, subject, { ...optionsOf(kept), ofJob: true, fromCache: 'result' })
}

interface Run extends LongQuery {
  /** The results, if the query ended in time. */
  answers(): QueryAnswer[]
}

/** A request that runs in the background. `path`: the path under which its result can be fetched by key. */
function runOf(services: Services, subject: Subject, asked: KeptRequest, channel: string, path: string): Run {
  const { chartData } = services
  let answers: QueryAnswer[] = []
  return {
    channel,
    userId: subject.user?.id ?? null,
    key: `${subject.user?.id ?? ''} ${path} ${sameRequest(asked)}`,
    answers: () => answers,
    async work(signal) {
      answers = await chartData.answer(asked.context, subject, { ...optionsOf(asked), ofJob: true, signal })
    },
    async keep() {
      answers = []
      const key = await chartData.requests.keep(asked)
      const kept = await chartData.requests.find(key)
      if (!kept) throw notCached()
      // a result that could not be cached must be reported
      await keptAnswers(services, subject, kept).catch((error: unknown) => {
        throw error instanceof NotCachedError ? notCached() : error
      })
      return path + key
    },
  }
}

/**
 * Responds to a request as the contract does: with a cached result at once, otherwise with a job. A caller that sends
 * `Prefer: respond-async, wait=N` gets a job only if the query takes longer than N seconds. Returns undefined without
 * the feature flag, and for callers that cannot receive events. `byWish`: only for callers that send that header.
 */
export async function answerLater(
  services: Services,
  request: FastifyRequest,
  asked: Omit<KeptRequest, 'asOf'>,
  { path, reply, signal = closeSignal(reply), byWish = false }: LaterOptions,
): Promise<Later | undefined> {
  const { subject } = request
  const waitMs = preferredWaitMs(request)
  if (!canListen(services, request) || (byWish && waitMs === undefined)) return undefined
  const channel = await channelOf(services, request, { ofSession: waitMs !== undefined })
  if (channel === undefined) throw notAuthorized()
  const dated = { ...asked, asOf: services.now() }
  const run = runOf(services, subject, dated, channel, path)
  if (waitMs !== undefined) {
    const job = await services.asyncQueries.startIfSlow(run, waitMs, signal)
    return job ? { job } : { answers: run.answers() }
  }
  // reports errors of the request itself, and missing rights, at once
  const kept = await services.chartData
    .answer({ ...dated.context, force: false }, subject, { ...optionsOf(dated), fromCache: 'result', signal })
    .catch((error: unknown) => {
      if (!(error instanceof NotCachedError)) throw error
    })
  if (kept && !dated.context.force) return { answers: kept }
  return { job: await services.asyncQueries.start(run) }
}

interface LaterOptions {
  /** The path under which results of jobs can be fetched by key. */
  path: string
  reply: FastifyReply
  /** Aborted if the client stops waiting without closing the connection. */
  signal?: AbortSignal
  byWish?: boolean
}
