import type { FastifyInstance } from 'fastify'
import type { JobKind } from '../jobs/kind.ts'

/** Facts of a span: names, counts and outcomes. Never data of users: no SQL, no rows, no parameters of addresses. */
export type Facts = Record<string, string | number | boolean>

/** What the server records for OpenTelemetry: requests, the queries in them, and background jobs. */
export interface Traces {
  /** Records each request as part of the trace that the request's header `traceparent` names. */
  install(app: FastifyInstance): void
  /** Records this work as a part of the request or job in which it runs. */
  span<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T>
  /** The same for work that has just ended and took this many seconds. */
  ended(name: string, facts: Facts, seconds: number): void
  /** Sends the recorded spans. */
  close(): Promise<void>
}

export const noTraces: Traces = {
  install: () => undefined,
  span: (_name, _facts, work) => work(),
  ended: () => undefined,
  close: async () => undefined,
}

/** Records each attempt of a job as a span. */
export const tracedKinds = (kinds: readonly JobKind[], traces: Traces): readonly JobKind[] =>
  traces === noTraces
    ? kinds
    : kinds.map((kind) => ({
        ...kind,
        run: (run) =>
          traces.span(`job ${kind.name}`, { 'sextant.job.id': run.jobId, 'sextant.job.attempt': run.attempt }, () =>
            kind.run(run),
          ),
      }))
