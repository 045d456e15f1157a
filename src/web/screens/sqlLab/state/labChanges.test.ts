import { describe, expect, it } from 'vitest'
import type { StartData } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import { placeOfNewTab, queriesOf, started, tabFrom, untitledName, withoutTabs, withQuery } from './labChanges.ts'
import { emptyLab, type LabQuery, type LabState } from './labTypes.ts'

const tab = (id: number) => ({
  ...tabFrom(
    {
      id,
      user_id: 1,
      label: `Tab ${id}`,
      active: false,
      database_id: null,
      catalog: null,
      schema: 'shop',
      table_schemas: [],
      sql: 'select 1',
      query_limit: null,
      latest_query: null,
      autorun: false,
      template_params: null,
      hide_left_bar: false,
      saved_query: null,
    },
    1000,
  ),
})

const lab = (activeId: number): LabState => ({ ...emptyLab, status: 'ready', tabs: [1, 2, 3, 4].map(tab), activeId })

const query = (id: string, more: Partial<LabQuery> = {}) =>
  ({ id, sqlEditorId: '1', startDttm: 1, state: 'success', ...more }) as LabQuery

const start = (queries: StartData['queries']): StartData => ({
  defaultDbId: null,
  active_tab: null,
  databases: {},
  queries,
  tab_state_ids: [{ id: 7, label: 'Seven' }],
})

describe('tabs', () => {
  it.each([
    [2, [2], 3],
    [4, [4], 3],
    [2, [2, 3, 4], 1],
    [2, [1], 2],
    [1, [1, 2, 3, 4], null],
  ])('with %i active and %j closed open %j', (active, closed, next) => {
    expect(withoutTabs(lab(active), closed).activeId).toBe(next)
  })

  it.each([
    ['the active tab', { databaseId: 3, schema: 'shop' }, 4, { databaseId: 3, schema: 'shop' }],
    [
      'the last database, if that of the active tab was deleted',
      { databaseId: 9, schema: 'shop' },
      4,
      { databaseId: 4, schema: null },
    ],
    [
      'the last database, if the active tab has none',
      { databaseId: null, schema: 'shop' },
      4,
      { databaseId: 4, schema: null },
    ],
    ['the first database, if the last one was deleted', undefined, 9, { databaseId: 3, schema: null }],
  ])('start in %s', (_, active, last, place) => {
    const databases = Object.fromEntries([3, 4].map((id) => [id, { id }])) as unknown as LabState['databases']
    expect(placeOfNewTab(databases, active && { ...tab(1), ...active }, last)).toEqual(place)
    expect(placeOfNewTab({}, undefined, last)).toEqual({ databaseId: null, schema: null })
  })

  it('have no schema without a database', () => {
    expect(tab(1).schema).toBe(null)
  })

  it.each([
    [[], 'Untitled Query 1'],
    [['Untitled Query 1', 'Mine', 'Untitled Query 9'], 'Untitled Query 10'],
    [['Untitled Query 2x'], 'Untitled Query 1'],
  ])('after %j are named %s', (labels, name) => {
    expect(untitledName(labels)).toBe(name)
  })

  it('get the default limit', () => expect(tab(1).limit).toBe(1000))
})

describe('queries', () => {
  it('are listed latest first, without previews and those of other tabs', () => {
    let state = lab(1)
    state = withQuery(state, query('a', { startDttm: 10 }))
    state = withQuery(state, query('b', { startDttm: 20 }))
    state = withQuery(state, query('c', { startDttm: 30, previewOf: 'flights' }))
    state = withQuery(state, query('d', { startDttm: 40, sqlEditorId: '2' }))
    expect(queriesOf(state, 1).map(({ id }) => id)).toEqual(['b', 'a'])
    // the first query failed here and has the time of this computer, which is ahead; the next has the server's time
    state = withQuery(state, query('failed', { startDttm: 90, state: 'failed', place: 1 }))
    state = withQuery(state, query('next', { startDttm: 30, place: 2 }))
    expect(queriesOf(state, 1).map(({ id }) => id)).toEqual(['next', 'failed', 'b', 'a'])
  })

  it('that ended while the page was closed are loaded from the server; errors known to this page are kept', () => {
    const fault = { message: 'no such column' }
    const before = {
      ...lab(1),
      queries: {
        slow: query('slow', { state: 'running', from: 3, place: 4 }),
        bad: query('bad', { state: 'failed', fault }),
      },
    }
    const after = started(before, start({ slow: query('slow'), bad: query('bad', { state: 'failed' }) }), 1000)
    expect(after.queries['slow']).toMatchObject({ state: 'success', from: 3, place: 4 })
    expect(after.queries['bad']?.fault).toEqual(fault)
    expect(after.tabs).toMatchObject([{ id: 7, label: 'Seven', isLoaded: false }])
  })
})
