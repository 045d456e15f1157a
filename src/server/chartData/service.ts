import { rm } from 'node:fs/promises'
import { gateForRequest } from '../../engine/gate/gate.ts'
import { planFault } from '../../engine/plan/failure.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import type { Subject } from '../access/subject.ts'
import { KEEP_EVENTS_MS } from '../asyncQueries/asyncQueries.ts'
import { createQueryAnswerer } from './answerQuery.ts'
import { askedDataset } from './askedDataset.ts'
import { hasTotals } from './chartTable.ts'
import type { ChartDataDependencies } from './dependencies.ts'
import { createKeptContexts } from './keptContexts.ts'
import { createKeptRequests, type KeptRequests } from './keptRequests.ts'
import type { AnswerOptions, QueryAnswer } from './queryAnswer.ts'
import { createRequestReads, type KnownObjects, type RequestReads } from './requestReads.ts'
import { createUserSlots, type UserSlots } from './userSlots.ts'

export interface ChartDataService {
  /**
   * Runs every query of a context, in order. The first error fails the whole request.
   * @throws AppError with the status and text of the contract
   */
  answer(context: QueryContext, subject: Subject, options: AnswerOptions): Promise<QueryAnswer[]>
  /** The reads from the store that the queries of one request share, for `AnswerOptions`. */
  readsFor(subject: Subject, known?: KnownObjects): RequestReads
  /** The query context (with one query) of a cached result, by its cache key; undefined if it is unknown. */
  contextOf(cacheKey: string): Promise<QueryContext | undefined>
  /** The requests of queries in the background. */
  requests: KeptRequests
  /** Requests that are not answered yet: see `UserSlots`. */
  queue: Pick<UserSlots, 'letIn' | 'refusal'>
}

export function createChartDataService(deps: ChartDataDependencies): ChartDataService {
  const slots = createUserSlots(deps.queriesPerUser, deps.queriesWaiting)
  const contexts = createKeptContexts(deps.cache, deps.now)
  const answerQuery = createQueryAnswerer(deps, { slots, contexts, answerContext })

  async function answerContext(
    context: QueryContext,
    subject: Subject,
    options: AnswerOptions,
  ): Promise<QueryAnswer[]> {
    // even an empty request refers to a dataset, which must exist and be readable for the user
    const reads = options.reads ?? createRequestReads(deps, subject)
    if (context.queries.length === 0) await askedDataset(deps, { query: {}, context, subject, reads }, options.data)
    const abort = new AbortController()
    const signal = options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal
    const gate = gateForRequest(deps.gate, planFault)
    const own = options.encoding !== 'columns' && hasTotals(context) ? context.queries.slice(0, 1) : context.queries
    const { sheetAt } = options
    const answers = own.map((query, at) => {
      const place = sheetAt === undefined ? {} : { sheetAt: sheetAt + at }
      return answerQuery({ query, context, subject, options: { ...options, ...place, reads, signal }, gate })
    })
    try {
      return await Promise.all(answers)
    } catch (error) {
      // the other results are not needed any more
      abort.abort()
      for (const answer of answers) void answer.then(deleteFile, () => undefined)
      throw error
    }
  }

  return {
    answer: answerContext,
    readsFor: (subject, known) => createRequestReads(deps, subject, known),
    contextOf: (key) => contexts.find(key),
    requests: createKeptRequests(deps.cache, deps.now, KEEP_EVENTS_MS),
    queue: slots,
  }
}

const deleteFile = async ({ file }: QueryAnswer) => file && rm(file, { force: true })
