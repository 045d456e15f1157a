import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useToasts } from '../../../ui/toast.ts'
import { useLab } from '../state/lab.ts'
import { labTexts } from '../state/labTexts.ts'
import type { LabQuery } from '../state/labTypes.ts'
import { databaseOf, queryOf, resultOf, settings, showLab, tabOf } from '../testing/showLab.tsx'
import { QueryOutcome } from './QueryOutcome.tsx'

const permissions = ['can_explore Superset', 'can_write Dataset', 'can_export_csv SQLLab']
const onRerun = vi.fn()

function open(query: Partial<LabQuery>, around: Parameters<typeof showLab>[1] = {}, isPreview = false) {
  const shown = queryOf(query)
  const parts = (
    <QueryOutcome tab={tabOf()} database={databaseOf()} query={shown} isPreview={isPreview} onRerun={onRerun} />
  )
  return showLab(parts, { queries: [shown], permissions, ...around })
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })

describe('while a query runs', () => {
  it('shows its progress and the page of its job, and can stop it', async () => {
    const { user, asked } = open(
      {
        state: 'running',
        progress: 40,
        trackingUrl: 'http://jobs.example.org/1',
        extra: { progress: 'Running statement 2 out of 5' },
      },
      { answers: { '/api/v1/query/stop': { result: 'OK' } } },
    )
    const status = screen.getByRole('status')
    within(status).getByText('Running statement 2 out of 5')
    expect(within(status).getByRole('progressbar').getAttribute('value')).toBe('40')
    expect(screen.getByRole('link', { name: 'Track job' }).getAttribute('href')).toBe('http://jobs.example.org/1')
    await user.click(button('Stop'))
    await waitFor(() => expect(useLab.getState().queries['one']?.state).toBe('stopped'))
    expect(asked).toContain('POST /api/v1/query/stop {"client_id":"one"}')
  })

  it.each([
    ['running', 'Running'],
    ['pending', 'Waiting to run'],
  ])('shows that it is %s', (state, text) => {
    open({ state, progress: 0 })
    within(screen.getByRole('status')).getByText(text)
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Track job' })).toBeNull()
  })
})

it('a stopped query', () => {
  open({ state: 'stopped' })
  screen.getByText('Query was stopped')
})

describe('a failed query', () => {
  it.each([
    [{ engine: 'PostgreSQL', code: 'COLUMN_DOES_NOT_EXIST_ERROR' }, 'PostgreSQL Error'],
    [{ code: 'SQLLAB_TIMEOUT_ERROR' }, 'Timeout error'],
    [{ code: 'TABLE_SECURITY_ACCESS_ERROR' }, 'Access error'],
    [{ code: 'MISSING_TEMPLATE_PARAMS_ERROR' }, 'Parameter error'],
    [{ code: 'INVALID_TEMPLATE_PARAMS_ERROR' }, 'Parameter error'],
    [{ code: 'SYNTAX_ERROR' }, 'Syntax error'],
    [{ code: 'GENERIC_BACKEND_ERROR' }, 'Database error'],
  ])('of %j has the title %s', (fault, title) => {
    open({ state: 'failed', fault: { message: 'No.', ...fault } })
    within(screen.getByRole('alert')).getByText(title)
  })

  it('shows the position of the error once', () => {
    open({ state: 'failed', fault: { message: 'syntax error', position: { line: 3, column: 8 } } })
    screen.getByText('syntax error (line 3, column 8)')
  })

  it.each([
    'We can\'t seem to resolve the column "x" at line 1.',
    'Die Spalte „x“ in Zeile 1 kann nicht aufgelöst werden.',
    '1 行目の列 "x" を解決できません。',
  ])('does not repeat a position that the message contains: %s', (message) => {
    open({ state: 'failed', fault: { message, position: { line: 1, column: 8 } } })
    screen.getByText(message)
  })

  it('shows possible causes and its SQL, and can be run again', async () => {
    const { user } = open({
      state: 'failed',
      sql: 'SELECT {{ a }}',
      executedSql: 'SELECT 1',
      fault: { message: 'No.', details: 'Issue 1002 - The database is under an unusual load.' },
    })
    await user.click(button('See more'))
    const details = await screen.findByRole('dialog', { name: 'Database error' })
    within(details).getByText('Issue 1002 - The database is under an unusual load.')
    within(details).getByRole('button', { name: 'Copy message' })
    await user.keyboard('{Escape}')
    await user.click(button('See query details'))
    const sql = await screen.findByRole('dialog', { name: 'SQL' })
    within(sql).getByRole('heading', { name: 'Source SQL' })
    within(sql).getByRole('heading', { name: 'Executed SQL' })
    await user.keyboard('{Escape}')
    onRerun.mockClear()
    await user.click(button('Try again'))
    expect(onRerun).toHaveBeenCalledOnce()
  })
})

describe('a created table', () => {
  const created = { ctas: true, tempSchema: 'shop', tempTable: 'totals', executedSql: 'CREATE TABLE shop.totals AS …' }

  it('shows its name, and can be queried in a new tab and explored', async () => {
    const { user } = open(created)
    expect(screen.getByRole('status').textContent).toBe('Table [shop.totals] was created')
    await user.click(button('Query in a new tab'))
    await waitFor(() =>
      expect(useLab.getState().tabs.at(-1)).toMatchObject({ label: 'shop.totals', sql: 'SELECT *\nFROM shop.totals' }),
    )
    button('Explore')
  })

  it('that cannot be explored shows a message', async () => {
    const close = vi.fn()
    vi.stubGlobal('open', () => ({ close }))
    const { user } = open(created, { answers: { '/dataset/get_or_create/': 422 } })
    await user.click(button('Explore'))
    await waitFor(() =>
      expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
        { text: labTexts.exploring },
        { text: labTexts.creatingDataset },
      ]),
    )
    expect(close).toHaveBeenCalledOnce()
    expect(labTexts.exploring.defaultMessage).toBe('Creating a data source and creating a new tab')
    expect(labTexts.creatingDataset.defaultMessage).toBe('An error occurred while creating the data source')
  })

  it('may be a view', () => {
    open({ ...created, executedSql: 'CREATE VIEW shop.totals AS …' })
    expect(screen.getByRole('status').textContent).toBe('View [shop.totals] was created')
  })

  it('cannot be explored if the database does not allow it', async () => {
    const refused = { count: 1, result: [{ ...settings, allows_virtual_table_explore: false }] }
    open(created, { answers: { '/api/v1/database/?': refused } })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Explore' })).toBeNull())
  })
})

describe('rows', () => {
  it('that are no longer stored can be loaded again', async () => {
    const { user } = open({ resultsKey: 'gone' }, { answers: { '/sqllab/results/': 410 } })
    await screen.findByText('No stored results found, you need to re-run your query')
    onRerun.mockClear()
    await user.click(button('Refetch results'))
    expect(onRerun).toHaveBeenCalledOnce()
  })

  it('that could not be loaded are requested again, without another run', async () => {
    const { user } = open({ resultsKey: 'away' }, { answers: { '/sqllab/results/': 503 } })
    await screen.findByText('Failed at retrieving results')
    onRerun.mockClear()
    await user.click(button('Try again'))
    expect(onRerun).not.toHaveBeenCalled()
  })

  it('of a preview that are no longer stored', async () => {
    open({ resultsKey: 'gone' }, { answers: { '/sqllab/results/': 410 } }, true)
    await screen.findByRole('button', { name: 'Fetch data preview' })
  })

  it('that do not exist', async () => {
    open({ resultsKey: 'empty' }, { answers: { '/sqllab/results/': resultOf(['a'], []) } })
    await screen.findByText('The query returned no data')
  })

  it('that a statement has changed', () => {
    open({ resultsKey: null, rows: 3, kind: 'update' } as Partial<LabQuery>)
    screen.getByText('3 rows changed')
  })

  it('of several statements: the last one is shown first', async () => {
    const statement = (sql: string, resultsKey: string) => ({
      sql,
      kind: 'select',
      rows: 1,
      limit: 1000,
      limitingFactor: 'NOT_LIMITED',
      columns: [],
      resultsKey,
      startDttm: 1,
      endDttm: 2,
    })
    const statements = [statement('SELECT 1', 'k1'), statement('SELECT 2', 'k2')]
    const { user } = open(
      { resultsKey: 'k2', extra: { statements } },
      { answers: { '/sqllab/results/': resultOf(['a'], [[1]]) } },
    )
    await screen.findByRole('button', { name: 'SQL of the result: SELECT 2' })
    await user.click(screen.getByText('Statement 1', { exact: true }))
    await screen.findByRole('button', { name: 'SQL of the result: SELECT 1' })
    // the server does not offer this result as a file
    expect(screen.queryByRole('link', { name: 'Download to CSV' })).toBeNull()
  })
})
