import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { useLab } from '../state/lab.ts'
import { queriesOf } from '../state/labChanges.ts'
import type { LabQuery } from '../state/labTypes.ts'
import { databaseOf, queryOf, resultOf, showLab, tabOf } from '../testing/showLab.tsx'
import { SouthPane } from './SouthPane.tsx'

function Pane() {
  const [open, setOpen] = useState('results')
  const { tabs, queries } = useLab()
  const [tab] = tabs
  if (!tab) return null
  return (
    <SouthPane
      tab={tab}
      database={databaseOf()}
      queries={queriesOf({ queries }, tab.id)}
      statement={undefined}
      open={open}
      onOpen={setOpen}
      onRerun={() => undefined}
    />
  )
}

const table = { id: 3, databaseId: 1, schema: 'shop', name: 'orders', isExpanded: true }
const answers = { '/sqllab/results/': resultOf(['a'], [[1]]), '/sqllab/execute/': resultOf(['a'], [[1]]) }
const tab = (name: string) => screen.getByRole('tab', { name })

const older = queryOf({ id: 'older', state: 'failed', startDttm: 1000, endDttm: 2500, sql: 'SELECT nope', rows: null })
const latest = queryOf({ id: 'latest', resultsKey: 'k', rows: 1234, sql: 'SELECT\n  1' })

async function openHistory(queries: LabQuery[]) {
  const shown = showLab(<Pane />, { queries, answers })
  await shown.user.click(tab('Query history'))
  return shown
}

it('the tabs contain instructions before the first query', async () => {
  const { user } = showLab(<Pane />)
  screen.getByText('Run a query to display results')
  await user.click(tab('Query history'))
  screen.getByText('Run a query to display query history')
})

it('a table has a tab with its first rows', async () => {
  const preview = queryOf({ id: 'p', previewOf: 'orders', resultsKey: 'k' })
  const { user } = showLab(<Pane />, { tabs: [tabOf({ tables: [table] })], queries: [preview], answers })
  // a preview does not count as a query of the tab
  screen.getByText('Run a query to display results')
  await user.click(tab('Preview: `orders`'))
  await screen.findByRole('button', { name: 'Copy to Clipboard' })
})

describe('Query history', () => {
  it('has its columns, the latest query first', async () => {
    await openHistory([older, latest])
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['State', 'Started', 'Duration', 'Progress', 'Rows', 'SQL', 'Results', 'Actions'])
    const cells = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      )
    expect(cells.map((row) => row.slice(2, 7))).toEqual([
      ['00:00:01.23', '100%', '1,234', 'SELECT 1', 'View'],
      ['00:00:01.50', '100%', '', 'SELECT nope', ''],
    ])
  })

  it.each([
    ['success', 'Success'],
    ['failed', 'Failed'],
    ['running', 'Running'],
    ['pending', 'Pending'],
    ['stopped', 'Stopped'],
    ['timed_out', 'Timed out'],
  ])('shows the state %s as an icon with a tip', async (state, name) => {
    const { user } = await openHistory([queryOf({ state })])
    await user.hover(screen.getByRole('img', { name }))
    expect((await screen.findByRole('tooltip')).textContent).toBe(name)
  })

  it('shows the rows of a query', async () => {
    const { user } = await openHistory([latest])
    await user.click(screen.getByRole('button', { name: 'View' }))
    const dialog = await screen.findByRole('dialog', { name: 'Data preview' })
    await within(dialog).findByRole('button', { name: 'Copy to Clipboard' })
  })

  it('puts a query into the editor, or runs it in a new tab', async () => {
    const { user, asked } = await openHistory([older, latest])
    const [, ofOlder] = screen.getAllByRole('button', {
      name: 'Overwrite text in the editor with a query on this table',
    })
    await user.click(ofOlder as HTMLElement)
    expect(useLab.getState().tabs[0]?.sql).toBe('SELECT nope')
    await user.click(screen.getAllByRole('button', { name: 'Run query in a new tab' })[0] as HTMLElement)
    await waitFor(() => expect(useLab.getState().tabs).toHaveLength(2))
    expect(asked.some((each) => each.includes('/sqllab/execute/'))).toBe(true)
  })

  it('removes any query except the latest', async () => {
    const { user } = await openHistory([older, latest])
    const remove = screen.getAllByRole('button', { name: 'Remove query from log' })
    expect(remove).toHaveLength(1)
    await user.click(remove[0] as HTMLElement)
    expect(Object.keys(useLab.getState().queries)).toEqual(['latest'])
  })
})
