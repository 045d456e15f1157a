import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setPlainText } from '../../../ui/text.ts'
import { NoTabs } from '../NoTabs.tsx'
import { useLab } from '../state/lab.ts'
import { databaseOf, queryOf, showLab, tabOf } from '../testing/showLab.tsx'
import { TabBar } from './TabBar.tsx'

const first = tabOf({ id: -1, label: 'Orders' })
const second = tabOf({ id: -2, label: 'Untitled Query 3', schema: 'sales', limit: 100, hidesPane: true })

function Tabs() {
  const { tabs, activeId } = useLab()
  return <TabBar tabs={tabs} activeId={activeId} />
}

const labels = () => useLab.getState().tabs.map(({ label }) => label)

async function openMenu(name = 'Orders', tabs = [first, second]) {
  const shown = showLab(<Tabs />, { tabs })
  await shown.user.click(screen.getByRole('button', { name: `Actions of ${name}` }))
  await screen.findByRole('menu')
  return shown
}
const choose = async (entry: string, name?: string) => {
  const shown = await openMenu(name)
  await shown.user.click(screen.getByRole('menuitem', { name: entry }))
  return shown
}

it('a tab has a menu, its name and a button that closes it', async () => {
  const { user } = await openMenu()
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Close tab',
    'Rename tab',
    'Hide tool bar',
    'Close all other tabs',
    'Duplicate tab',
  ])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Close tab Orders' }))
  expect(labels()).toEqual(['Untitled Query 3'])
  expect(useLab.getState().activeId).toBe(-2)
})

it('Rename tab asks for a title, and an empty one changes nothing', async () => {
  const { user } = await choose('Rename tab')
  const field = await screen.findByLabelText('Enter a new title for the tab')
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(labels()).toEqual(['Orders', 'Untitled Query 3'])
  await user.dblClick(screen.getByRole('tab', { name: 'Orders' }))
  const again = await screen.findByLabelText('Enter a new title for the tab')
  await user.clear(again)
  await user.type(again, 'Sales{Enter}')
  expect(labels()).toEqual(['Sales', 'Untitled Query 3'])
})

it('Hide tool bar hides the left pane', async () => {
  await choose('Hide tool bar')
  expect(useLab.getState().tabs[0]?.hidesPane).toBe(true)
})

it('Expand tool bar shows it again', async () => {
  await choose('Expand tool bar', 'Untitled Query 3')
  expect(useLab.getState().tabs[1]?.hidesPane).toBe(false)
})

it('Close all other tabs', async () => {
  await choose('Close all other tabs')
  expect(labels()).toEqual(['Orders'])
})

it('Duplicate tab copies the text', async () => {
  await choose('Duplicate tab')
  await waitFor(() => expect(labels()).toEqual(['Orders', 'Untitled Query 3', 'Copy of Orders']))
  expect(useLab.getState().tabs[2]).toMatchObject({ sql: 'SELECT 1', schema: 'shop', savedQueryId: null })
})

it('+ adds a tab with the database and the schema of the active one, and the next number', async () => {
  const { user } = showLab(<Tabs />, { tabs: [second, first] })
  const add = screen.getByRole('button', { name: /^New tab \(Ctrl \+ [tq]\)$/ })
  await user.click(add)
  await waitFor(() => expect(labels()).toEqual(['Untitled Query 3', 'Orders', 'Untitled Query 4']))
  const added = useLab.getState().tabs[2]
  expect(added).toMatchObject({ databaseId: 1, schema: 'sales', limit: 100, hidesPane: true })
  // these tabs are stored only in the browser
  expect(added?.sql).toBe(
    '-- Note: Unless you save your query, these tabs will NOT persist if you clear your cookies or change browsers.\n\nSELECT ...',
  )
})

it.each([
  ['running', 'Running'],
  ['success', 'Success'],
  ['failed', 'Failed'],
  ['stopped', 'Stopped'],
  ['timed_out', 'Timed out'],
])('the dot of a tab shows that its last query is %s', (state, shown) => {
  showLab(<Tabs />, { tabs: [first], queries: [queryOf({ state })] })
  within(screen.getByRole('tab')).getByRole('img', { name: `State of Orders: ${shown}` })
})

it('arrow keys move between tabs', async () => {
  const { user } = showLab(<Tabs />, { tabs: [first, second] })
  screen.getByRole('tab', { name: 'Orders' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(useLab.getState().activeId).toBe(-2)
  expect(document.activeElement?.textContent).toBe('Untitled Query 3')
  await user.keyboard('{Home}')
  expect(useLab.getState().activeId).toBe(-1)
})

it('without tabs, one can be added', async () => {
  const { user } = showLab(<NoTabs />, { tabs: [], databases: [databaseOf({ id: 4 })] })
  screen.getByText('Add a new tab to create SQL Query')
  await user.click(screen.getByRole('button', { name: 'New tab' }))
  await waitFor(() => expect(useLab.getState().tabs).toMatchObject([{ label: 'Untitled Query 1', databaseId: 4 }]))
})

it('generated names are in the language of the page, names entered by users are not changed', () => {
  setPlainText((text) => text.replace('Untitled Query', '無題のクエリ').replace('Orders', '注文'))
  showLab(<Tabs />, { tabs: [first, second] })
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Orders', '無題のクエリ 3'])
  expect(labels()).toEqual(['Orders', 'Untitled Query 3'])
  setPlainText((text) => text)
})
