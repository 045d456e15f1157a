import { beforeEach, describe, expect, it } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import type { ChartLine, DashboardDataRequest } from '../../../../model/query/chartData.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { crossFilter, setFirstValue } from './actions.ts'
import { type ChartLoader, createChartLoader } from './chartLoader.ts'
import { createDashboardStore, type DashboardStore } from './dashboardStore.ts'

const layout = parseLayout({
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['R1', 'R2'] },
  R1: { type: 'ROW', children: ['C1', 'C2'] },
  R2: { type: 'ROW', children: ['C3', 'C4'] },
  ...Object.fromEntries([1, 2, 3, 4].map((id) => [`C${id}`, { type: 'CHART', meta: { chartId: id } }])),
})
const chart = (id: number, viz_type = 'pie'): [number, DashboardChart] => [
  id,
  {
    id,
    slice_name: `Chart ${id}`,
    type: viz_type === 'pie' ? {} : null,
    form_data: { viz_type },
  } as unknown as DashboardChart,
]

/** One request as the server sees it: the test sends the lines. */
interface Call {
  request: DashboardDataRequest
  signal: AbortSignal
  push: (line: ChartLine) => Promise<void>
  end: (error?: Error) => Promise<void>
}

let store: DashboardStore
let loader: ChartLoader
let disconnect: () => void
let calls: Call[]
let clock: number
let pauses: number[]
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

function start(metadata: Record<string, unknown> = {}, forceFirst = false) {
  calls = []
  pauses = []
  clock = 1000
  store = createDashboardStore({
    id: 1,
    layout,
    charts: new Map([chart(1), chart(2), chart(3), chart(4, 'unknown_type')]),
    metadata: parseMetadata(metadata),
    masks: {},
    activeTabs: {},
  })
  loader = createChartLoader(store, {
    now: () => clock,
    failureOf(error) {
      const { message } = error as Error
      return { status: Number(message) || 500, message }
    },
    async pause(ms) {
      pauses.push(ms)
    },
    forceFirst,
    send(request, signal) {
      const lines: (ChartLine | undefined)[] = []
      let wake: (() => void) | undefined
      let failure: Error | undefined
      signal.addEventListener('abort', () => {
        failure = new Error('aborted')
        lines.push(undefined)
        wake?.()
      })
      const call: Call = {
        request,
        signal,
        async push(line) {
          lines.push(line)
          wake?.()
          await settled()
        },
        async end(error) {
          failure = error
          lines.push(undefined)
          wake?.()
          await settled()
        },
      }
      calls.push(call)
      return (async function* () {
        for (;;) {
          while (lines.length === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
          const line = lines.shift()
          if (line) yield line
          else if (failure) throw failure
          else return
        }
      })()
    },
  })
  disconnect = loader.connect()
}

const see = async (...ids: number[]) => {
  loader.setVisible(new Map(ids.map((id) => [id, true])))
  await settled()
}
const asked = (index: number) => calls[index]?.request.queries.map(({ chartId }) => chartId)
const run = (id: number) => store.getState().runs[id]
const answer = (chartId: number): ChartLine => ({ chartId, result: [] })
const mask = (value: string) => ({
  extraFormData: { filters: [{ col: 'a', op: 'IN', val: [value] }] },
  filterState: { value: [value] },
})

beforeEach(() => start())

describe('requests', () => {
  it('requests all visible charts at once, in reading order, without unknown types and those below', async () => {
    await see(3, 1, 4)
    expect(calls).toHaveLength(1)
    expect(asked(0)).toEqual([1, 3])
    expect(calls[0]?.request.force).toBeUndefined()
    expect(run(2)).toBeUndefined()
    expect(run(1)?.phase).toBe('loading')
  })

  it('requests further charts when they become visible, once each', async () => {
    await see(1)
    await see(1, 2)
    loader.setVisible(new Map([[1, false]]))
    await see(1)
    expect(calls.map((_call, index) => asked(index))).toEqual([[1], [2]])
  })

  it('allows filter options to load once visible charts are requested, or if there are none', async () => {
    await settled()
    expect(store.getState().isAsked).toBe(false)
    await see(1)
    expect(store.getState().isAsked).toBe(true)
    disconnect()
    start()
    await see(4)
    expect([calls.length, store.getState().isAsked]).toEqual([0, true])
    disconnect()
    start()
    loader.setVisible(new Map([[1, false]]))
    await settled()
    expect([calls.length, store.getState().isAsked]).toEqual([0, true])
  })

  it('requests expected charts before they are drawn, and not again when they become visible', async () => {
    disconnect()
    loader.expect([1, 2])
    expect(asked(0)).toEqual([1, 2])
    disconnect = loader.connect()
    await see(1, 3)
    expect(calls.map((_call, index) => asked(index))).toEqual([[1, 2], [3]])
    await calls[0]?.push(answer(1))
    expect(run(1)?.phase).toBe('done')
    await calls[0]?.push(answer(2))
    loader.setVisible(new Map([[2, false]]))
    crossFilter(store, 3, mask('x'))
    await settled()
    expect(asked(2)).toEqual([1])
  })

  it('shows results as they arrive', async () => {
    await see(1, 2)
    clock = 2000
    await calls[0]?.push(answer(2))
    expect(run(2)).toMatchObject({ phase: 'done', receivedAt: 2000, startedAt: 1000 })
    expect(run(1)?.phase).toBe('loading')
  })

  it('forces the first request if the address says so', async () => {
    start({}, true)
    await see(1)
    expect(calls[0]?.request.force).toBe(true)
  })
})

describe('changing filters', () => {
  it('requests only charts in scope that are visible', async () => {
    await see(1, 2)
    await calls[0]?.push(answer(1))
    await calls[0]?.push(answer(2))
    crossFilter(store, 1, mask('x'))
    await settled()
    expect(asked(1)).toEqual([2])
    expect(calls[1]?.request.queries[0]?.extraFormData).toEqual(mask('x').extraFormData)
    await see(3)
    expect(asked(2)).toEqual([3])
    expect(calls[2]?.request.queries[0]?.extraFormData).toEqual(mask('x').extraFormData)
  })

  it('cancels outdated requests, repeats the rest and ignores late lines', async () => {
    await see(1, 2, 3)
    crossFilter(store, 1, mask('x'))
    await settled()
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(asked(1)).toEqual([2, 3, 1])
    await calls[0]?.push(answer(2))
    expect(run(2)?.phase).toBe('loading')
    await calls[1]?.push(answer(2))
    expect(run(2)?.phase).toBe('done')
  })

  it('refreshes a chart with one request: a cached result does not replace the new one', async () => {
    await see(1, 2)
    for (const id of [1, 2]) await calls[0]?.push(answer(id))
    loader.refresh([1])
    await settled()
    expect(calls.map(({ request }, index) => [asked(index), request.force]).slice(1)).toEqual([[[1], true]])
    await calls[1]?.push({ chartId: 1, error: { status: 503, message: 'The database is down' } })
    expect(run(1)?.phase).toBe('failed')
  })

  it('repeats the rest of a cancelled refresh without the cache, too', async () => {
    await see(1, 2, 3)
    loader.refresh([1, 2, 3])
    await settled()
    crossFilter(store, 1, mask('x'))
    await settled()
    expect(calls.map(({ request }, index) => [asked(index), request.force]).slice(1)).toEqual([
      [[1, 2, 3], true],
      [[1], true],
      [[2, 3], undefined],
    ])
  })

  it('does not cancel a request if little of it is outdated', async () => {
    await see(1, 2, 3)
    loader.refresh([2])
    await settled()
    expect(calls[0]?.signal.aborted).toBe(false)
    expect(asked(1)).toEqual([2])
    expect(calls[1]?.request.force).toBe(true)
    await calls[0]?.push(answer(2))
    expect(run(2)?.phase).toBe('loading')
  })

  it('waits until a filter has selected its first value', async () => {
    const filter = {
      id: 'NATIVE_FILTER-1',
      filterType: 'filter_select',
      type: 'NATIVE_FILTER',
      name: 'f',
      targets: [{}],
    }
    start({
      native_filter_configuration: [
        { ...filter, controlValues: { defaultToFirstItem: true }, scope: { rootPath: ['R1'], excluded: [] } },
      ],
    })
    await see(1, 3)
    expect(asked(0)).toEqual([3])
    setFirstValue(store, 'NATIVE_FILTER-1', mask('x'))
    await settled()
    expect(asked(1)).toEqual([1])
  })
})

describe('errors', () => {
  it('keeps the old rendering next to the error', async () => {
    await see(1)
    await calls[0]?.push(answer(1))
    loader.refresh([1])
    await settled()
    await calls[1]?.push({ chartId: 1, error: { status: 500, message: 'broken' } })
    expect(run(1)).toMatchObject({ phase: 'failed', result: [], receivedAt: 1000, failure: { message: 'broken' } })
  })

  it('shows charts without a result as failed when the response is rejected', async () => {
    await see(1, 2)
    await calls[0]?.push(answer(1))
    await calls[0]?.end(new Error('no'))
    expect(run(1)?.phase).toBe('done')
    expect(run(2)).toMatchObject({ phase: 'failed', failure: { message: 'no' } })
    expect(calls).toHaveLength(1)
  })

  it('requests the rest of a response that was cut off, at most twice', async () => {
    start({}, true)
    await see(1, 2, 3)
    await calls[0]?.push(answer(1))
    await calls[0]?.end()
    expect(asked(1)).toEqual([2, 3])
    expect(calls[1]?.request.force).toBe(true)
    expect(run(2)?.phase).toBe('loading')
    await calls[1]?.push(answer(2))
    await calls[1]?.end(new Error('502'))
    expect(asked(2)).toEqual([3])
    await calls[2]?.end()
    expect([1, 2, 3].map((id) => run(id)?.phase)).toEqual(['done', 'done', 'failed'])
    expect(run(3)?.failure?.message).toBe('Network error.')
    expect(pauses).toEqual([500, 2000])
    expect(calls).toHaveLength(3)
  })

  it('does not request charts again that are no longer needed', async () => {
    await see(1, 2)
    loader.stop(1)
    await calls[0]?.end()
    expect(asked(1)).toEqual([2])
    disconnect()
    await settled()
    expect(calls).toHaveLength(2)
  })

  it('requests a failed chart again only if the user retries', async () => {
    await see(1)
    await calls[0]?.end(new Error('no'))
    await see(1)
    expect(calls).toHaveLength(1)
    loader.refresh([1], false)
    await settled()
    expect(calls).toHaveLength(2)
    expect(calls[1]?.request.force).toBeUndefined()
  })

  it('stops one chart, and the request with the last one', async () => {
    await see(1, 2)
    loader.stop(1)
    expect(run(1)?.phase).toBe('stopped')
    expect(calls[0]?.signal.aborted).toBe(false)
    loader.stop(2)
    expect(calls[0]?.signal.aborted).toBe(true)
  })

  it('cancels its requests on unmount and repeats them when it returns', async () => {
    await see(1)
    disconnect()
    expect(calls[0]?.signal.aborted).toBe(true)
    crossFilter(store, 2, mask('x'))
    await settled()
    expect(calls).toHaveLength(1)
    disconnect = loader.connect()
    await settled()
    expect(asked(1)).toEqual([1])
    loader.refresh([1])
    await settled()
    disconnect()
    disconnect = loader.connect()
    await settled()
    expect(calls.map(({ request }, index) => [asked(index), request.force]).slice(2)).toEqual([
      [[1], true],
      [[1], true],
    ])
  })
})
