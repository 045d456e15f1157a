import type { AsyncJob } from '../../model/query/asyncJob.ts'
import type { ChartData, ChartLine, DashboardDataLine } from '../../model/query/chartData.ts'
import { ApiError, messageOf } from './failure.ts'

type JobLine = Extract<DashboardDataLine, { job: unknown }>

/**
 * The lines of a dashboard's data, in which jobs are replaced with their results. If the stream is interrupted, the
 * results of its jobs are still returned before the error is thrown.
 */
export async function* awaitedLines(
  lines: AsyncIterable<DashboardDataLine>,
  resultOf: (job: AsyncJob) => Promise<unknown>,
): AsyncGenerator<ChartLine> {
  const ready: ChartLine[] = []
  let open = 1
  let failure: { error: unknown } | undefined
  let wake: () => void = () => undefined
  const settled = () => {
    open -= 1
    wake()
  }

  async function follow({ job, ...fields }: JobLine): Promise<void> {
    try {
      const { result } = (await resultOf(job)) as { result: ChartData[] }
      ready.push({ ...fields, result })
    } catch (error) {
      ready.push({ chartId: fields.chartId, error: errorOf(error) })
    }
  }

  async function read(): Promise<void> {
    try {
      for await (const line of lines) {
        if ('job' in line) {
          open += 1
          void follow(line).then(settled)
        } else {
          ready.push(line)
          wake()
        }
      }
    } catch (error) {
      failure = { error }
    }
  }

  void read().then(settled)
  for (;;) {
    const line = ready.shift()
    if (line) yield line
    else if (open === 0) break
    else {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  if (failure) throw failure.error
}

function errorOf(error: unknown) {
  if (!(error instanceof ApiError)) return { status: 0, message: messageOf(error) }
  const { status, message, code, extra } = error
  return { status, message, ...(code && { error_type: code }), ...(extra && { extra }) }
}
