import { type Counter, createCounter, createHistogram, type Histogram } from './text.ts'

/** What this process counts while it runs; everything else is measured when it is requested. */
export interface Metrics {
  /** Responses by method and status. */
  requests: Counter
  requestSeconds: Histogram
  /** Queries of the engine by outcome. */
  queries: Counter
  querySeconds: Histogram
  /** Reads of the cache of results: hits and misses. */
  cacheReads: Counter
}

const REQUEST_BOUNDS_S = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60]
const QUERY_BOUNDS_S = [0.005, 0.02, 0.1, 0.5, 2, 10, 30, 60, 300]

export const createMetrics = (): Metrics => ({
  requests: createCounter(),
  requestSeconds: createHistogram(REQUEST_BOUNDS_S),
  queries: createCounter(),
  querySeconds: createHistogram(QUERY_BOUNDS_S),
  cacheReads: createCounter(),
})
