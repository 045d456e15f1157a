import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import type { ChartDatasource } from '../../../../charts/shared/contract.ts'
import type { ExploreForm } from '../../../../model/explore/exploreState.ts'
import type { ChartData } from '../../../../model/query/chartData.ts'
import { runChart } from '../../../api/explore.ts'
import { ApiError, messageOf } from '../../../api/failure.ts'

/** One run of the chart, and the last result that arrived. Times are epoch ms. */
export interface Run {
  phase: 'idle' | 'loading' | 'done' | 'failed' | 'stopped'
  startedAt: number
  endedAt: number
  /**
   * the form data and the result of the last successful run, and state that the chart itself has set, such as a page
   */
  answer?: { form: ExploreForm; data: ChartData[]; ownState?: Record<string, unknown> }
  error?: ApiError
}

export interface RunControl {
  run: Run
  start: (form: ExploreForm, options?: { force?: boolean; ownState?: Record<string, unknown> }) => void
  stop: () => void
}

/**
 * Requests the data of a chart; a new request cancels the previous one. `onStart` must be a stable function; then
 * `start` and `stop` are stable.
 */
export function useRun(datasource: ChartDatasource, onStart: (form: ExploreForm) => void): RunControl {
  const [run, setRun] = useState<Run>({ phase: 'idle', startedAt: 0, endedAt: 0 })
  const running = useRef<AbortController>(undefined)

  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback<RunControl['start']>(
    (form, { force = false, ownState } = {}) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const startedAt = Date.now()
      setRun((before) => ({ phase: 'loading', startedAt, endedAt: 0, answer: before.answer }))
      onStart(form)
      const asked = buildQueryContext({ formData: form, datasource, force, ownState })
      asked
        // a chart that draws other charts has no queries
        .then((context) => (context?.queries.length === 0 ? [] : context && runChart(context, controller.signal)))
        .then(
          (data) => {
            if (controller.signal.aborted) return
            if (data === null) {
              setRun({ phase: 'idle', startedAt, endedAt: Date.now() })
              return
            }
            const failed = data.find((result) => result.error)
            if (failed?.error) {
              const error = new ApiError(failed.error, { status: 200 })
              setRun((before) => ({ ...before, phase: 'failed', endedAt: Date.now(), error }))
            } else setRun({ phase: 'done', startedAt, endedAt: Date.now(), answer: { form, data, ownState } })
          },
          (cause: unknown) => {
            if (controller.signal.aborted) return
            const error = cause instanceof ApiError ? cause : new ApiError(messageOf(cause), { status: 0, cause })
            setRun((before) => ({ ...before, phase: 'failed', endedAt: Date.now(), error }))
          },
        )
    },
    [datasource, onStart],
  )

  const stop = useCallback(() => {
    running.current?.abort()
    setRun((before) => (before.phase === 'loading' ? { ...before, phase: 'stopped', endedAt: Date.now() } : before))
  }, [])

  return useMemo(() => ({ run, start, stop }), [run, start, stop])
}
