import { act, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/failure.ts'
import { useToasts } from '../../../ui/toast.ts'
import { databaseOf, queryOf, resultOf, showLab, tabOf } from '../testing/showLab.tsx'
import { useLab } from './lab.ts'
import { queriesOf } from './labChanges.ts'
import { labTexts } from './labTexts.ts'
import { askBeforeLeaving, faultOf, pollQueries, runSql, stop } from './running.ts'
import { noteChange, saveNow } from './saving.ts'

const hourMs = 3_600_000
const bodyOf = (request: string | undefined) => JSON.parse(request?.slice(request.indexOf('{')) ?? '{}') as object

describe('a run', () => {
  it('sends the limit, the parameters and the tab', async () => {
    const tab = tabOf({ limit: 100, templateParams: '{"a": 1}' })
    const answers = { '/sqllab/execute/': resultOf(['a'], [[1]]) }
    const databases = [databaseOf({ allow_run_async: true })]
    const { asked } = showLab(null, { answers, databases })
    const id = runSql(tab, { sql: 'SELECT 1', from: 0, createAs: { method: 'VIEW', name: 'v' } })
    expect(id).toMatch(/^[a-z0-9]{11}$/)
    expect(useLab.getState().queries[id ?? '']?.state).toBe('running')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(bodyOf(asked[0])).toMatchObject({
      client_id: id,
      database_id: 1,
      sql: 'SELECT 1',
      schema: 'shop',
      queryLimit: 100,
      sql_editor_id: '-1',
      tab: 'Untitled Query 1',
      templateParams: '{"a": 1}',
      runAsync: true,
      select_as_cta: true,
      ctas_method: 'VIEW',
      tmp_table_name: 'v',
    })
    await act(async () => undefined)
  })

  it('in the background waits until a poll reports its end, and keeps its position in the text', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const waiting = queryOf({ id: 'placeholder', state: 'pending', endDttm: null, resultsKey: null })
    const answers = { '/sqllab/execute/': { query: waiting } }
    showLab(null, { answers, databases: [databaseOf({ allow_run_async: true })] })
    runSql(tabOf(), { sql: 'SELECT 1', from: 12 })
    await waitFor(() => expect(useLab.getState().queries['placeholder']).toMatchObject({ state: 'pending', from: 12 }))
    vi.stubGlobal('fetch', async () =>
      Response.json({ result: [{ ...waiting, state: 'success', rows: 1, resultsKey: 'key' }] }),
    )
    const end = pollQueries()
    await vi.advanceTimersByTimeAsync(2100)
    end()
    vi.useRealTimers()
    expect(useLab.getState().queries['placeholder']).toMatchObject({ state: 'success', resultsKey: 'key', from: 12 })
  })

  it.each([
    [409, 'GENERIC_BACKEND_ERROR', 'stopped'],
    [408, 'SQLLAB_TIMEOUT_ERROR', 'timed_out'],
    [400, 'SYNTAX_ERROR', 'failed'],
  ])('that ends with %i is %s: %s', async (status, error_type, state) => {
    showLab(null)
    const body = JSON.stringify({ errors: [{ error_type, message: 'No.', level: 'error', extra: {} }] })
    vi.stubGlobal('fetch', async () => new Response(body, { status }))
    const id = runSql(tabOf(), { sql: 'SELECT 1' }) ?? ''
    await waitFor(() => expect(useLab.getState().queries[id]?.state).toBe(state))
  })
})

it('the query that was started last is the latest, also if the clock of this computer is ahead of the server', async () => {
  const tab = tabOf()
  showLab(null, { answers: { '/sqllab/execute/': resultOf(['a'], [[1]]) } })
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2100, 0, 1))
  vi.stubGlobal('fetch', async () => new Response('{"errors":[]}', { status: 409 }))
  const stopped = runSql(tab, { sql: 'SELECT 1' }) ?? ''
  await waitFor(() => expect(useLab.getState().queries[stopped]?.state).toBe('stopped'))
  vi.stubGlobal('fetch', async (_address: unknown, { body }: RequestInit) => {
    const { client_id } = JSON.parse(String(body)) as { client_id: string }
    return Response.json({ ...resultOf(['a'], [[1]]), query: queryOf({ id: client_id, startDttm: 20 }) })
  })
  const next = runSql(tab, { sql: 'SELECT 2' }) ?? ''
  await waitFor(() => expect(useLab.getState().queries[next]?.state).toBe('success'))
  expect(queriesOf(useLab.getState(), tab.id).map(({ id }) => id)).toEqual([next, stopped])
})

describe('a stop', () => {
  const running = queryOf({ state: 'running', endDttm: null })

  it('marks the query, and shows a message', async () => {
    const { asked } = showLab(null, { queries: [running], answers: { '/query/stop': { result: 'OK' } } })
    await act(() => stop(running))
    expect(asked).toEqual(['POST /api/v1/query/stop {"client_id":"one"}'])
    expect(useLab.getState().queries['one']?.state).toBe('stopped')
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([{ text: labTexts.stopped }])
    expect(labTexts.stopped.defaultMessage).toBe('Query was stopped.')
  })

  it('that fails shows the reason, and the query continues', async () => {
    showLab(null, { queries: [running], answers: { '/query/stop': 400 } })
    await act(() => stop(running))
    expect(useLab.getState().queries['one']?.state).toBe('running')
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
      { text: labTexts.stopFailed, values: { message: 'It failed.' } },
    ])
    expect(labTexts.stopFailed.defaultMessage).toBe('Failed at stopping query. {message}')
  })
})

it('an error has its engine, its position, and possible causes', () => {
  const extra = {
    engine_name: 'PostgreSQL',
    position: { line: 2, column: 8 },
    issue_codes: [{ code: 1002, message: 'Issue 1002 - The database is under an unusual load.' }],
  }
  expect(faultOf(new ApiError('No.', { status: 400, code: 'SYNTAX_ERROR', extra }))).toEqual({
    message: 'No.',
    code: 'SYNTAX_ERROR',
    engine: 'PostgreSQL',
    position: { line: 2, column: 8 },
    details: 'Issue 1002 - The database is under an unusual load.',
  })
})

it('running queries are polled every two seconds, if they began in the last six hours', async () => {
  vi.useFakeTimers()
  const updated = { ...queryOf({ id: 'one' }), rows: 3 }
  const running = queryOf({ id: 'one', state: 'running', startDttm: Date.now() - 7 * hourMs })
  const { asked } = showLab(null, { queries: [running], answers: { updated_since: { result: [updated] } } })
  const stop = pollQueries()
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(asked).toEqual([])
  act(() => useLab.setState({ queries: { one: { ...running, startDttm: Date.now() - 5 * hourMs } } }))
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(asked).toHaveLength(1)
  expect(useLab.getState().queries['one']).toMatchObject({ state: 'success', rows: 3 })
  // no query is running any more
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(asked).toHaveLength(1)
  stop()
  vi.useRealTimers()
})

it('a poll asks for what changed after the times of the server, not by the clock of this computer', async () => {
  vi.useFakeTimers({ now: 6 * hourMs })
  const ended = queryOf({ id: 'one', startDttm: 3000, endDttm: 5000 })
  const running = ['one', 'two'].map((id) => queryOf({ id, state: 'running', startDttm: 6 * hourMs, endDttm: null }))
  const { asked } = showLab(null, { queries: running, answers: { updated_since: { result: [ended] } } })
  const stop = pollQueries()
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(asked.map((each) => /last_updated_ms:(\d+)/.exec(decodeURIComponent(each))?.[1])).toEqual(['0', '5000'])
  stop()
  vi.useRealTimers()
})

it('the browser asks before a page with a running query is left', () => {
  showLab(null, { queries: [queryOf({ state: 'running', from: 0 })] })
  const stop = askBeforeLeaving()
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(true)
  act(() => useLab.setState({ queries: { one: queryOf() } }))
  expect(leave()).toBe(false)
  stop()
})

it('changes of a tab are stored together after five seconds, or at once', async () => {
  vi.useFakeTimers()
  const { asked } = showLab(null, { answers: { '/tabstateview/': { id: 4 } } })
  noteChange(4, { sql: 'SELECT 1' })
  await vi.advanceTimersByTimeAsync(3000)
  noteChange(4, { sql: 'SELECT 2', label: 'Two' })
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).toEqual(['PUT /tabstateview/4'])
  noteChange(4, { limit: 10 })
  saveNow()
  expect(asked).toHaveLength(2)
  vi.useRealTimers()
})
