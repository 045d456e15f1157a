import { awaitedFilters, chartExtraFormData } from '../../../../model/dashboard/dashboardState.ts'
import { chartsIn } from '../../../../model/dashboard/layout.ts'
import type { ChartLine, DashboardDataRequest } from '../../../../model/query/chartData.ts'
import type { ChartFailure, ChartRun, DashboardState, DashboardStore } from './dashboardStore.ts'

export interface ChartLoaderDeps {
  send: (request: DashboardDataRequest, signal: AbortSignal) => AsyncIterable<ChartLine>
  now: () => number
  failureOf: (error: unknown) => ChartFailure
  pause: (ms: number) => Promise<unknown>
  /** the first request ignores caches */
  forceFirst: boolean
}

export interface ChartLoader {
  /** Requests the data of charts that will probably be visible, before anything is drawn. */
  expect(chartIds: readonly number[]): void
  /** Charts that are visible, or nearly, request data; the others wait until they become visible. */
  setVisible(changes: ReadonlyMap<number, boolean>): void
  /** Reloads these charts without the cache: visible ones now, the others when they become visible. */
  refresh(chartIds: number[], force?: boolean): void
  stop(chartId: number): void
  /** Starts following the store; returns a function that stops it and cancels running requests. */
  connect(): () => void
}

interface Flight {
  controller: AbortController
  /** whether the request ignores caches */
  force: boolean
  /** chart -> the key of its query */
  pending: Map<number, string>
}

const NETWORK_ERROR: ChartFailure = { status: 0, message: 'Network error.' }

/**
 * Delays in ms before a response that was cut off is requested again: another node of the cluster can deliver the rest.
 */
const AGAIN_MS = [500, 2000]
/** HTTP statuses of a response that was cut off: 0 is a lost connection, 502 and 504 come from a proxy. */
const CUT_OFF = [0, 502, 504]

/** The runs of the charts in the store, updated as results arrive. */
function runsOf(store: DashboardStore) {
  function set(changes: [number, ChartRun][]): void {
    if (changes.length > 0) store.setState(({ runs }) => ({ runs: { ...runs, ...Object.fromEntries(changes) } }))
  }
  /** Changes runs of charts; a chart without a run is ignored. */
  function settle(changes: [number, Partial<ChartRun>][]): void {
    const { runs } = store.getState()
    set(changes.flatMap(([id, change]) => (runs[id] ? [[id, { ...runs[id], ...change }]] : [])))
  }
  return { set, settle }
}

interface Asked {
  id: number
  key: string
  /** whether the canceled request for this chart ignored caches */
  force?: boolean
}

/** The running requests. A newer query of a chart removes the chart from the earlier request. */
function createFlights(store: DashboardStore, deps: ChartLoaderDeps) {
  const flights = new Set<Flight>()
  const { set, settle } = runsOf(store)

  function cancel(flight: Flight): void {
    flight.pending.clear()
    flights.delete(flight)
    flight.controller.abort()
  }

  /** Removes outdated queries from running requests; returns the charts that canceled requests have not delivered. */
  function reclaim(replaced: ReadonlySet<number>): Asked[] {
    const orphans: Asked[] = []
    for (const flight of flights) {
      const before = flight.pending.size
      for (const id of replaced) flight.pending.delete(id)
      const rest = flight.pending.size
      if (rest === before || rest > before / 2) continue
      orphans.push(...[...flight.pending].map(([id, key]) => ({ id, key, force: flight.force })))
      cancel(flight)
    }
    return orphans
  }

  /** Sends one request for these charts. */
  function start(charts: readonly Asked[], force: boolean): void {
    const state = store.getState()
    const flight: Flight = {
      controller: new AbortController(),
      force,
      pending: new Map(charts.map(({ id, key }) => [id, key])),
    }
    flights.add(flight)
    const startedAt = deps.now()
    set(charts.map(({ id, key }) => [id, { ...state.runs[id], phase: 'loading', key, startedAt, failure: undefined }]))
    void receive(flight, { queries: charts.map(({ id }) => chartQuery(state, id)), ...(force && { force }) })
  }

  async function receive(flight: Flight, request: DashboardDataRequest, attempt = 0): Promise<void> {
    let failure = NETWORK_ERROR
    try {
      for await (const line of deps.send(request, flight.controller.signal)) take(flight, line)
    } catch (error) {
      if (flight.controller.signal.aborted) return
      failure = deps.failureOf(error)
    }
    const again = AGAIN_MS[attempt]
    if (again && flight.pending.size > 0 && CUT_OFF.includes(failure.status)) {
      await deps.pause(again)
      if (flight.controller.signal.aborted) return
      const queries = request.queries.filter(({ chartId }) => flight.pending.has(chartId))
      return receive(flight, { ...request, queries }, attempt + 1)
    }
    flights.delete(flight)
    // charts without a result when the response ends were cut off
    settle([...flight.pending.keys()].map((id) => [id, { phase: 'failed', failure }]))
  }

  function take(flight: Flight, line: ChartLine): void {
    if (!('chartId' in line) || !flight.pending.has(line.chartId)) return
    flight.pending.delete(line.chartId)
    if ('error' in line) settle([[line.chartId, { phase: 'failed', failure: line.error }]])
    else {
      const { chartId, result, form } = line
      settle([[chartId, { phase: 'done', result, form, receivedAt: deps.now(), failure: undefined }]])
    }
  }

  function stop(chartId: number): void {
    for (const flight of flights) {
      if (!flight.pending.delete(chartId)) continue
      settle([[chartId, { phase: 'stopped' }]])
      if (flight.pending.size === 0) cancel(flight)
    }
  }

  /** Cancels all requests. Returns the charts of those that ignored caches, for when they are requested again. */
  function cancelAll(): number[] {
    const owed = [...flights].flatMap(({ pending, force }) => [...pending.keys()].map((id) => ({ id, force })))
    for (const flight of flights) cancel(flight)
    settle(owed.map(({ id }) => [id, { phase: 'idle', key: '' }]))
    return owed.filter(({ force }) => force).map(({ id }) => id)
  }

  return { start, reclaim, stop, cancelAll }
}

/** The query of a chart with the current filters. */
function chartQuery(state: DashboardState, id: number) {
  const ownState = state.ownStates[id]
  return {
    chartId: id,
    extraFormData: { ...chartExtraFormData(id, state.applied, state.reach) },
    ...(ownState && { ownState }),
  }
}

/** Whether a change in the store may change the query of a chart. */
const changesQueries = (state: DashboardState, before: DashboardState) =>
  state.applied !== before.applied ||
  state.reach !== before.reach ||
  state.givenUp !== before.givenUp ||
  state.ownStates !== before.ownStates ||
  state.refreshes !== before.refreshes

/**
 * Keeps the charts of a dashboard up to date with few requests: all charts that need data at the same time share one
 * streaming request, topmost charts first. A newer query replaces an older one of the same chart. If most queries of a
 * request are outdated, the request is canceled and the rest is requested again.
 */
export function createChartLoader(store: DashboardStore, deps: ChartLoaderDeps): ChartLoader {
  const visible = new Set<number>()
  const flights = createFlights(store, deps)
  const forced = new Set<number>(deps.forceFirst ? store.getState().charts.keys() : [])
  let isScheduled = false
  let isConnected = false
  // whether the visible charts are known
  let hasLooked = false
  const readingOrder = new Map(chartsIn(store.getState().layout.root).map((id, index) => [id, index]))

  function schedule(): void {
    if (isScheduled || !isConnected) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      if (isConnected) flush()
    })
  }

  function flush(): void {
    const state = store.getState()
    const held = heldCharts(state)
    const wanted = [...visible]
      .filter((id) => !held.has(id) && canBeAsked(state, id))
      .map((id) => ({ id, key: queryKey(state, id) }))
      .filter(({ id, key }) => state.runs[id]?.key !== key)
      .toSorted((a, b) => (readingOrder.get(a.id) ?? 0) - (readingOrder.get(b.id) ?? 0))
    if (wanted.length === 0) {
      // no visible chart needs a request: filter options do not have to wait for one
      if (hasLooked && !state.isAsked && ![...visible].some((id) => held.has(id))) store.setState({ isAsked: true })
      return
    }
    const orphans = flights.reclaim(new Set(wanted.map(({ id }) => id)))
    for (const { id, force } of orphans) if (force) forced.add(id)
    const asked = [...wanted, ...orphans]
    // a separate request for charts that must ignore caches, including those of a canceled request
    const fresh = asked.filter(({ id }) => forced.has(id))
    const others = asked.filter(({ id }) => !forced.has(id))
    ask(fresh, true)
    ask(others, false)
  }

  function ask(charts: Asked[], force: boolean): void {
    if (charts.length === 0) return
    flights.start(charts, force)
    if (!store.getState().isAsked) store.setState({ isAsked: true })
    for (const { id } of charts) forced.delete(id)
  }

  function canBeAsked(state: DashboardState, id: number): boolean {
    return state.charts.get(id)?.type != null
  }

  return {
    expect(chartIds) {
      for (const id of chartIds) visible.add(id)
      flush()
    },
    setVisible(changes) {
      hasLooked = true
      for (const [id, isVisible] of changes) {
        if (isVisible) visible.add(id)
        else visible.delete(id)
      }
      schedule()
    },
    refresh(chartIds, force = true) {
      if (force) for (const id of chartIds) forced.add(id)
      store.setState(({ refreshes }) => ({
        refreshes: { ...refreshes, ...Object.fromEntries(chartIds.map((id) => [id, (refreshes[id] ?? 0) + 1])) },
      }))
    },
    stop: flights.stop,
    connect() {
      isConnected = true
      const unsubscribe = store.subscribe((state, before) => {
        if (changesQueries(state, before)) schedule()
      })
      schedule()
      return () => {
        isConnected = false
        unsubscribe()
        for (const id of flights.cancelAll()) forced.add(id)
      }
    },
  }
}

/** Charts that wait for a filter to select its first value. */
export function heldCharts(state: DashboardState): ReadonlySet<number> {
  const awaited = awaitedFilters(state.filters, state.applied).filter((id) => !state.givenUp.includes(id))
  return new Set(awaited.flatMap((id) => [...(state.reach[id]?.keys() ?? [])]))
}

function queryKey(state: DashboardState, id: number): string {
  return JSON.stringify([
    chartExtraFormData(id, state.applied, state.reach),
    state.ownStates[id] ?? null,
    state.refreshes[id] ?? 0,
  ])
}
