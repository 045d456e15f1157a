import type { ChartLine, DashboardDataLine } from '../../model/query/chartData.ts'
import { hasFlag } from './bootstrap.ts'
import { postLines } from './client.ts'

/** The data of many charts in one response: one line per chart when it is ready, and a final line that marks the end. */
export function streamCharts(path: string, request: object, signal: AbortSignal): AsyncGenerator<ChartLine> {
  const lines = postLines<DashboardDataLine>(path, request, { signal, isQuery: true })
  // without the flag, no line has a job
  return hasFlag('GLOBAL_ASYNC_QUERIES') ? withResults(lines, signal) : (lines as AsyncGenerator<ChartLine>)
}

async function* withResults(lines: AsyncIterable<DashboardDataLine>, signal: AbortSignal): AsyncGenerator<ChartLine> {
  const [{ awaitedLines }, { resultOfJob }] = await Promise.all([import('./asyncLines.ts'), import('./asyncEvents.ts')])
  yield* awaitedLines(lines, (job) => resultOfJob(job, signal))
}
